//! A board that shows no game: what its holes are worth, say.

use super::pen::{Pen, MARGIN};
use super::{written, Heading, SvgStyle, BOARD_LETTERS};
use crate::Grid;
use std::fmt;

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
