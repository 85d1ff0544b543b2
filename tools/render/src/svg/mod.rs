//! The board as an SVG picture, and games as a moving picture or a sheet of boards.

mod film;
mod heading;
mod palette;
mod pen;
mod sheet;

pub use film::{game_svg, steps_svg, svg};
pub use heading::Heading;
pub use palette::Palette;
pub use pen::Pen;
pub use sheet::{sheet_svg, SHEET_SPACING};

pub(crate) use pen::{escaped, Document};

use super::{Diagram, Grid};
use pen::MARGIN;

/// How [`svg`] draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SvgStyle<'a> {
    /// Light on dark instead of dark on light.
    pub dark: bool,
    /// Pixels from one hole to the next; about 24–60 look well.
    pub spacing: u16,
    /// The picture's title, which screen readers speak and browsers show as a tooltip.
    pub title: &'a str,
    /// What stands over the picture.
    pub heading: Heading<'a>,
    /// Lines by which one sees who wins a race along a border: from each of the four corner holes
    /// inside of the border rows, such as B2, the two chains of knight's moves across the board.
    pub diagonals: bool,
}

impl Default for SvgStyle<'_> {
    fn default() -> Self {
        SvgStyle {
            dark: false,
            spacing: 40,
            title: "Twixt board",
            heading: Heading::default(),
            diagonals: false,
        }
    }
}

/// An empty board as an SVG document, with panel, lines and coordinates as in all pictures, and what
/// `draw` adds to it: in the holes, none of which are drawn yet, and in the room that is left below the
/// board, so many spacings high. Texts have the size of labels unless `draw` sets another one.
#[must_use]
pub fn plan_svg(
    grid: impl Into<Grid>,
    style: SvgStyle<'_>,
    below: f64,
    draw: impl FnOnce(&mut Pen<'_>),
) -> String {
    let mut pen = Pen::new(grid.into(), style, MARGIN);
    let (width, height) = pen.extent();
    pen.open_page((width, height + pen.px(below)), film::LETTERS, below > 0.0);
    pen.board();
    pen.coordinates();
    pen.open_texts("plan", 0.3);
    draw(&mut pen);
    pen.close_group();
    pen.close_page()
}

/// The size of all frames.
fn size_of(frames: &[Diagram]) -> Grid {
    let size = frames.first().expect("a game needs one diagram at least to be drawn").size;
    for (number, frame) in frames.iter().enumerate() {
        assert!(
            frame.size == size,
            "diagram {number} shows a board of {}, the first one a board of {size}: draw one game at a time",
            frame.size
        );
    }
    size
}

#[cfg(test)]
mod game_tests;
#[cfg(test)]
mod tests;
