//! The board as an SVG picture, and games as a moving picture or a sheet of boards.

mod film;
mod heading;
mod palette;
mod pen;
mod sheet;

pub use film::{game_svg, steps_svg, GameStyle};
pub use heading::Heading;
pub use palette::Palette;
pub use pen::Pen;
pub use sheet::{sheet_svg, SheetStyle};

pub(crate) use pen::escaped;

use super::{Diagram, Grid};
use pen::MARGIN;
use std::fmt;

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

/// The board as an SVG document of fixed width and height.
///
/// The vertical side's pegs and links are solid, the horizontal one's hollow; the lines inside of
/// the border rows have their owners' colours. The last peg has a ring, a winning chain a glow.
/// Labels stand on pegs and in place of vacant holes. A heading makes the document higher.
#[must_use]
pub fn svg(diagram: &Diagram, style: SvgStyle<'_>) -> String {
    written(draw(diagram, style))
}

/// The height of a heading's letters over a single board, in spacings.
const BOARD_LETTERS: f64 = 0.42;

/// The document that was written.
fn written(document: Result<String, fmt::Error>) -> String {
    document.expect("a String takes all that is written to it")
}

fn draw(diagram: &Diagram, style: SvgStyle<'_>) -> Result<String, fmt::Error> {
    let mut pen = Pen::new(diagram.size, style, MARGIN);
    pen.open_page(pen.extent(), style, BOARD_LETTERS)?;
    pen.board()?;
    pen.coordinates()?;
    let labelled = |hole| diagram.labels.iter().any(|(at, _)| *at == hole);
    let bare = |&hole: &_| !labelled(hole) && diagram.owner(hole).is_none();
    pen.holes(diagram.size.holes().filter(bare))?;
    if let Some(side) = diagram.winner() {
        pen.open_glow(side)?;
        for (link, _, _) in diagram.links_bottom_up().filter(|&(_, _, strong)| strong) {
            pen.link_glow(link, side)?;
        }
        for &hole in &diagram.winning {
            pen.peg_glow(hole)?;
        }
        pen.close_group()?;
    }
    pen.open_links()?;
    for (link, side, _) in diagram.links_bottom_up() {
        pen.link(link, side)?;
    }
    pen.close_group()?;
    pen.open_pegs()?;
    for &(hole, side) in &diagram.pegs {
        pen.peg(hole, side)?;
    }
    pen.close_group()?;
    if let Some(hole) = diagram.last {
        pen.ring(hole, "")?;
    }
    pen.open_texts("labels", 0.3)?;
    for (hole, label) in &diagram.labels {
        pen.label(*hole, label, diagram.owner(*hole))?;
    }
    pen.close_group()?;
    pen.close_page(style)
}

/// An empty board as an SVG document, with panel, lines and coordinates as in all pictures, and what
/// `draw` adds to it: in the holes, none of which are drawn yet, and in the room that is left below the
/// board, so many spacings high. Texts have the size of labels, unless told otherwise.
#[must_use]
pub fn plan_svg(
    grid: impl Into<Grid>,
    style: SvgStyle<'_>,
    below: f64,
    draw: impl FnOnce(&mut Pen) -> fmt::Result,
) -> String {
    let pen = Pen::new(grid.into(), style, MARGIN);
    written(draw_plan(pen, style, below, draw))
}

fn draw_plan(
    mut pen: Pen,
    style: SvgStyle<'_>,
    below: f64,
    draw: impl FnOnce(&mut Pen) -> fmt::Result,
) -> Result<String, fmt::Error> {
    let (width, height) = pen.extent();
    let page = (width, height + pen.px(below));
    pen.open_page(page, style, BOARD_LETTERS)?;
    if below > 0.0 && style.heading == Heading::default() {
        pen.ground(page)?;
    }
    pen.board()?;
    pen.coordinates()?;
    pen.open_texts("plan", 0.3)?;
    draw(&mut pen)?;
    pen.close_group()?;
    pen.close_page(style)
}

/// Why diagrams make no picture of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FramesError {
    /// There is none.
    NoFrames,
    /// This one, counted from 0, has another size than the first.
    Sizes {
        /// The diagram, counted from 0.
        frame: usize,
        /// Its size.
        size: Grid,
        /// The first one's.
        first: Grid,
    },
}

impl FramesError {
    /// The size of all frames.
    fn check(frames: &[Diagram]) -> Result<Grid, FramesError> {
        let first = frames.first().ok_or(FramesError::NoFrames)?.size;
        match frames.iter().position(|frame| frame.size != first) {
            None => Ok(first),
            Some(frame) => Err(FramesError::Sizes { frame, size: frames[frame].size, first }),
        }
    }
}

impl fmt::Display for FramesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FramesError::NoFrames => f.write_str("a game needs one diagram at least to be drawn"),
            FramesError::Sizes { frame, size, first } => write!(
                f,
                "diagram {frame} shows a board of {size}, the first one a board of {first}: draw one game at a time"
            ),
        }
    }
}

impl std::error::Error for FramesError {}

#[cfg(test)]
mod game_tests;
#[cfg(test)]
mod tests;
