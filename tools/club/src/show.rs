//! Games drawn at the terminal.

use crate::files::{checked_ply, frames, ReadFlags};
use crate::view::ViewFlags;
use crate::words::heading;
use anyhow::Result;
use std::io::Write;
use std::path::PathBuf;

/// `club show`: draws a game, or a position of it.
#[derive(clap::Args, Debug)]
pub struct Options {
    /// A file with games of any format; - for stdin
    file: PathBuf,
    /// Draw the position after this ply instead of the last; 0 is the empty board
    #[arg(long, value_name = "N")]
    ply: Option<usize>,
    /// Draw the position after every ply
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
    /// Draws.
    ///
    /// # Errors
    ///
    /// If the games can't be read or have no such ply, or nobody reads what is drawn.
    pub fn run(self) -> Result<()> {
        let view = self.view.view();
        // What is printed by println! ends in a panic when nobody reads it any more.
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
                writeln!(out, "{name}{}", view.draw(&frames[ply]))?;
                if !comment.is_empty() {
                    writeln!(out, "{comment}\n")?;
                }
            }
        }
        Ok(())
    }
}
