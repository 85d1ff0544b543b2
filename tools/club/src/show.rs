//! Games drawn at the terminal.

use crate::ending;
use crate::files::{checked_ply, frames, ReadFlags};
use crate::view::ViewFlags;
use anyhow::Result;
use formats::{Ending, Game, Reason};
use std::io::Write;
use std::path::PathBuf;
use twixt::geometry::Side;

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
                if let Some(node) = &played {
                    writeln!(out, "{ply}. {}", node.ply)?;
                }
                writeln!(out, "{}", view.draw(&frames[ply]))?;
                if let Some(comment) =
                    played.map(|node| node.comment).filter(|text| !text.is_empty())
                {
                    writeln!(out, "{comment}\n")?;
                }
            }
        }
        Ok(())
    }
}

/// Who plays a side in the end.
fn name(game: &Game, side: Side) -> String {
    let name = game.players[game.player_of(side)].as_deref();
    name.map_or_else(|| side.to_string(), |name| format!("{name} ({side})"))
}

/// Who plays the vertical side in the end, and who the horizontal one.
#[must_use]
pub fn names(game: &Game) -> [String; 2] {
    Side::ALL.map(|side| name(game, side))
}

/// How a game ended, in a few words.
#[must_use]
pub fn ended(game: &Game) -> String {
    let name = |side| name(game, side);
    let on_board = game.position().ok().and_then(|position| ending::on_board(&position));
    match (&game.ending, on_board) {
        (None, _) => "not over".to_owned(),
        (Some(Ending { winner, reason: Reason::Chain | Reason::Blocked }), Some((_, how))) => {
            match winner {
                Some(side) => format!("{} wins {how}", name(*side)),
                None => format!("drawn: {how}"),
            }
        }
        (Some(ending), _) => match ending.winner {
            Some(side) => format!("{} wins ({})", name(side), ending.reason.name()),
            None => format!("drawn ({})", ending.reason.name()),
        },
    }
}

/// Who played what, and how it ended.
#[must_use]
pub fn heading(game: &Game) -> String {
    format!(
        "{}, {} holes, {}, {} plies: {}",
        names(game).join(" - "),
        game.size,
        game.rules.linking,
        game.main_line().count(),
        ended(game)
    )
}
