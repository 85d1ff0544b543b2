//! SVG images of boards, and animations of games.

mod animation;
mod heading;
mod palette;
mod pen;

pub use animation::{game_svg, steps_svg, svg};
pub use heading::Heading;
pub use palette::Palette;
pub use pen::{escaped, Document};

use super::Diagram;
use twixt::geometry::Size;

/// The style of SVG images.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SvgStyle<'a> {
    /// Whether to use the dark colours.
    pub dark: bool,
    /// Distance between holes, in pixels; useful values are 24 to 60.
    pub spacing: u16,
    /// Title for screen readers and tooltips.
    pub title: &'a str,
    /// Text above the board.
    pub heading: Heading<'a>,
    /// Whether to show the guide lines for races along a border: two lines of knight's moves from each
    /// corner hole inside the border rows, such as B2.
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

/// Returns the common board size; panics if there are no frames, or their sizes differ.
fn size_of(frames: &[Diagram]) -> Size {
    let size = frames.first().expect("no diagram to render").size;
    for (number, frame) in frames.iter().enumerate() {
        assert!(
            frame.size == size,
            "diagram {number} has a board of {}, the first one a board of {size}; render one game at a time",
            frame.size
        );
    }
    size
}

#[cfg(test)]
mod game_tests;
#[cfg(test)]
mod tests;
