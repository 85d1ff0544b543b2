//! SVG images of boards, and animations of games.

mod animation;
mod heading;
mod palette;
mod pen;

pub use animation::{game_svg, steps_svg, svg};
pub use heading::Heading;
pub use palette::Palette;
pub use pen::{escaped, Pen};

pub(crate) use pen::Document;

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

/// Renders a board without holes as an SVG document, with space of `below` spacings under the board. `draw`
/// adds elements to the board and this space. Texts have the size of labels by default.
#[must_use]
pub fn plan_svg(
    size: Size,
    style: SvgStyle<'_>,
    below: f64,
    draw: impl FnOnce(&mut Pen<'_>),
) -> String {
    let mut pen = Pen::new(size, style);
    let (width, height) = pen.extent();
    pen.open_document((width, height + pen.px(below)), below > 0.0);
    pen.board();
    pen.coordinates();
    pen.open_texts("plan", 0.3);
    draw(&mut pen);
    pen.close_group();
    pen.close_document()
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
