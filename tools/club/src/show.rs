//! Games as text diagrams.

use crate::files::ReadFlags;
use crate::view::ViewFlags;
use analysis::games::{checked_ply, frames};
use analysis::words::heading;
use anyhow::Result;
use std::io::Write;
use std::path::PathBuf;

/// Prints positions of a game.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// File with games, in any supported format; - for stdin
    file: PathBuf,
    /// Ply after which the position is shown; 0 is the start [default: the last]
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Print the position after every ply
    #[arg(long, conflicts_with = "ply")]
    all: bool,
    /// Number the pegs by their plies
    #[arg(long)]
    numbers: bool,
    #[command(flatten)]
    view: ViewFlags,
    #[command(flatten)]
    read: ReadFlags,
}

impl Options {
    /// Runs the subcommand. Fails if a game cannot be read or `--ply` is after its last ply.
    pub fn run(self) -> Result<()> {
        let view = self.view.view();
        // println! would panic on a closed pipe.
        let out = &mut std::io::stdout().lock();
        for game in self.read.games(&self.file)? {
            writeln!(out, "{}", heading(&game))?;
            if !game.comment.is_empty() {
                writeln!(out, "{}", game.comment)?;
            }
            let frames = frames(&game, self.numbers)?;
            let last = frames.len() - 1;
            let shown = match self.ply {
                _ if self.all => 1.min(last)..=last,
                Some(ply) => checked_ply(ply, last).map(|ply| ply..=ply)?,
                None => last..=last,
            };
            for ply in shown {
                let played = ply.checked_sub(1).and_then(|index| game.main_line().nth(index));
                let (name, comment) = played
                    .map(|node| (format!("{ply}. {}\n", node.ply), node.comment))
                    .unwrap_or_default();
                writeln!(out, "{name}{}", view.render(&frames[ply]))?;
                if !comment.is_empty() {
                    writeln!(out, "{comment}\n")?;
                }
            }
        }
        Ok(())
    }
}
