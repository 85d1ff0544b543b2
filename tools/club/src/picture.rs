//! Games as SVG pictures.

use crate::files::{checked_ply, frames};
use crate::show::{ended, names};
use crate::swap;
use anyhow::Result;
use formats::Game;
use render::{game_svg, sheet_svg, svg, GameStyle, Heading, SheetStyle, SvgStyle};

/// What is drawn of a game.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Kind {
    /// A position.
    #[default]
    Board,
    /// All of it, as a picture that moves.
    Film,
    /// All of it, as small boards.
    Sheet,
}

/// How a game is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Picture {
    /// What is drawn of it.
    pub kind: Kind,
    /// The ply after which a position is drawn; the last if not given.
    pub ply: Option<usize>,
    /// Light on dark.
    pub dark: bool,
    /// With the lines that lead by knight's moves from the corner holes across the board.
    pub diagonals: bool,
    /// Without players, result and swap over it.
    pub bare: bool,
}

impl Picture {
    /// The picture of a game.
    ///
    /// # Errors
    ///
    /// If the game breaks a rule, or has no such ply.
    pub fn of(&self, game: &Game) -> Result<String> {
        let frames = frames(game, self.kind != Kind::Sheet)?;
        let names = names(game);
        let title = names.join(" - ");
        let swapped = swap::in_game(&game.start(), game.main_line().map(|node| node.ply));
        let lines: Vec<String> =
            [format!("Result: {}.", ended(game))].into_iter().chain(swapped).collect();
        let heading = match self.bare {
            true => Heading::default(),
            false => Heading { players: Some([&names[0], &names[1]]), lines: &lines },
        };
        let Picture { dark, diagonals, .. } = *self;
        let board = SvgStyle { dark, title: &title, heading, diagonals, ..SvgStyle::default() };
        Ok(match self.kind {
            Kind::Film => game_svg(&frames, GameStyle { board, ..GameStyle::default() }),
            Kind::Sheet => {
                let board = SvgStyle { spacing: SheetStyle::default().board.spacing, ..board };
                sheet_svg(&frames, SheetStyle { board, ..SheetStyle::default() })
            }
            Kind::Board => {
                let last = frames.len() - 1;
                let ply = checked_ply(self.ply.unwrap_or(last), last)?;
                svg(&frames[ply], board)
            }
        })
    }
}
