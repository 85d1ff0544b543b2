//! Games as pictures: SVG, and a standalone page that replays a game.

mod html;

use crate::games::{checked_ply, frames};
use crate::words::{ended, names, swap_of};
use anyhow::Result;
use formats::Game;
use render::{game_svg, svg, Heading, SvgStyle};

/// The contents of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureKind {
    /// The position after a number of plies, by default the last, as SVG.
    Position(Option<usize>),
    /// The game as an animated SVG.
    Animation,
    /// A standalone HTML page that replays the main line, with its comments, in the reader's light or dark theme.
    Page,
}

/// A picture of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Picture {
    /// The contents.
    pub kind: PictureKind,
    /// Whether to use dark colours.
    pub dark: bool,
    /// Whether to draw the diagonals: lines of knight's moves from the inner corner holes.
    pub diagonals: bool,
    /// Whether to omit the heading with players, result and swap.
    pub bare: bool,
}

impl Picture {
    /// Creates a picture in light colours, without diagonals.
    pub const fn new(kind: PictureKind) -> Picture {
        Picture { kind, dark: false, diagonals: false, bare: false }
    }

    /// Renders a game.
    ///
    /// # Errors
    ///
    /// If the game breaks a rule, or the position is after its last ply.
    pub fn render(&self, game: &Game) -> Result<String> {
        let Picture { kind, dark, diagonals, bare } = *self;
        let frames = frames(game, true)?;
        let names = names(game);
        let title = names.join(" - ");
        let result = format!("Result: {}.", ended(game));
        let lines: Vec<String> = [result].into_iter().chain(swap_of(game)).collect();
        let heading = match bare {
            true => Heading::default(),
            false => Heading { players: Some([&names[0], &names[1]]), lines: &lines },
        };
        let style = SvgStyle { dark, title: &title, heading, diagonals, ..SvgStyle::default() };
        let last = frames.len() - 1;
        Ok(match kind {
            PictureKind::Position(ply) => {
                svg(&frames[checked_ply(ply.unwrap_or(last), last)?], style)
            }
            PictureKind::Animation => game_svg(&frames, style),
            PictureKind::Page => html::html(game, &frames),
        })
    }

    /// Returns a warning if the picture omits marks on the board.
    pub fn left_out(&self, game: &Game) -> Option<String> {
        let of_plies = |plies| game.main_line().take(plies).map(|node| node.marks.len());
        let count = match self.kind {
            PictureKind::Position(Some(0)) => game.marks.len(),
            PictureKind::Position(ply) => {
                of_plies(ply.unwrap_or(usize::MAX)).last().unwrap_or(game.marks.len())
            }
            _ => game.marks.len() + of_plies(usize::MAX).sum::<usize>(),
        };
        let what = match count {
            0 => return None,
            1 => String::from("1 mark on the board"),
            _ => format!("{count} marks on the board"),
        };
        let format = if self.kind == PictureKind::Page { "html" } else { "svg" };
        Some(format!("omitted, not supported by {format}: {what}"))
    }
}
