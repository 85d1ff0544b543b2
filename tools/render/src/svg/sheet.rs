//! A game as a sheet of small numbered boards.

use super::pen::{cent, Pen};
use super::{written, FramesError, Heading, SvgStyle};
use crate::Diagram;
use std::fmt::{self, Write};
use twixt::geometry::{Hole, Side};

/// How [`sheet_svg`] draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SheetStyle<'a> {
    /// How the boards are drawn: colours, pixels from one hole to the next (about 8–20 look well),
    /// and the whole sheet's title.
    pub board: SvgStyle<'a>,
    /// The number of the first frame: 0 if it is the empty board, and numbers then are plies.
    pub first_number: usize,
    /// The most boards on the sheet; 0 is taken for 1.
    pub most: usize,
}

impl Default for SheetStyle<'_> {
    /// At most 24 boards, counted from the empty one.
    fn default() -> Self {
        let board = SvgStyle { spacing: 16, title: "A game of Twixt", ..SvgStyle::default() };
        SheetStyle { board, first_number: 0, most: 24 }
    }
}

/// Lengths in spacings: from a board's rim to its first holes, and between boards.
const MARGIN: f64 = 0.9;
const GAP: f64 = 1.1;
/// The height of the heading's letters, in spacings.
const LETTERS: f64 = 1.1;

/// The size of the letters over a board, in spacings: sheets of large boards are looked at from
/// farther away.
fn letter_height(pen: &Pen) -> f64 {
    let (column, row) = pen.last_lines();
    0.85 * (column.max(row) / 13.0).clamp(1.0, 1.6)
}

/// A game as one SVG document of small boards, in rows, each with its frame's number and its last
/// peg's hole.
///
/// Frames are the diagrams of the game in turn. If they are more than the sheet may have, it shows
/// every second, third, … of them, counted back from the last one, which is always there. Labels and
/// coordinates would be too small to read and are left out.
///
/// # Errors
///
/// If there is no frame, or their sizes differ.
pub fn sheet_svg(frames: &[Diagram], style: SheetStyle<'_>) -> Result<String, FramesError> {
    let size = FramesError::check(frames)?;
    let pen = Pen::new(size, style.board, MARGIN);
    let step = frames.len().div_ceil(style.most.max(1));
    let first = (frames.len() - 1) % step;
    let shown = (first..frames.len()).step_by(step);
    let shown: Vec<(usize, &Diagram)> =
        shown.map(|frame| (style.first_number.saturating_add(frame), &frames[frame])).collect();
    Ok(written(draw(pen, &shown, style.board)))
}

fn draw(
    mut pen: Pen,
    boards: &[(usize, &Diagram)],
    style: SvgStyle<'_>,
) -> Result<String, fmt::Error> {
    let (width, height) = pen.extent();
    let (gap, caption) = (pen.px(GAP), pen.px(2.2 * letter_height(&pen)));
    let (across, down) = (width + gap, height + caption);
    let columns = columns(boards.len(), across, down);
    let rows = boards.len().div_ceil(columns);
    let (sheet_width, sheet_height) =
        (cent(across * columns as f64 + gap), cent(down * rows as f64 + gap));
    pen.open_page((sheet_width, sheet_height), style, LETTERS)?;
    if style.heading == Heading::default() {
        pen.ground((sheet_width, sheet_height))?;
    }
    for (place, &(number, diagram)) in boards.iter().enumerate() {
        let x = cent(gap + across * (place % columns) as f64);
        let y = cent(caption + down * (place / columns) as f64);
        writeln!(pen.out, r#"<g class="board" transform="translate({x} {y})">"#)?;
        draw_caption(&mut pen, number, diagram.last)?;
        draw_board(&mut pen, diagram)?;
        pen.close_group()?;
    }
    pen.close_page(style)
}

/// How many boards of this width and height go into a row, for a sheet about as wide as a page is
/// and with a last row as full as can be.
fn columns(boards: usize, width: f64, height: f64) -> usize {
    let fair = (boards as f64 * 1.4 * height / width).sqrt().round().max(1.0) as usize;
    let rows = boards.div_ceil(fair.min(boards));
    boards.div_ceil(rows)
}

fn draw_caption(pen: &mut Pen, number: usize, last: Option<Hole>) -> fmt::Result {
    let (ink, height) = (pen.palette.ink, pen.px(letter_height(pen)));
    let (x, y) = (pen.px(0.3), pen.px(-0.5 * letter_height(pen)));
    let hole = last.map_or(String::new(), |hole| format!(" {hole}"));
    writeln!(
        pen.out,
        r#"<text x="{x}" y="{y}" font-family="system-ui, sans-serif" font-size="{height}" fill="{ink}"><tspan font-weight="bold">{number}</tspan>{hole}</text>"#
    )
}

/// Which paths of a side go over one another: the first in the side's colour, the second, of the
/// hollow side alone, in the board's.
fn coats(side: Side, outer: f64, inner: f64) -> impl Iterator<Item = (f64, bool)> {
    let hollow = (side == Side::Horizontal).then_some((inner, true));
    std::iter::once((outer, false)).chain(hollow)
}

/// The board without coordinates. All links of a side are one path and all its pegs another, of
/// points with round ends, which keeps a sheet of large boards small.
fn draw_board(pen: &mut Pen, diagram: &Diagram) -> fmt::Result {
    pen.board()?;
    draw_holes(pen)?;
    if let Some(side) = diagram.winner() {
        let glowing = diagram.links_bottom_up().filter(|&(_, _, strong)| strong);
        let path: String = glowing.map(|(link, _, _)| stretch(pen, link.ends())).collect();
        let (colour, width) = (pen.palette.of(side), pen.px(0.75));
        stroke(pen, "glow", &path, colour, width, r#" opacity="0.4""#)?;
    }
    for side in Side::ALL {
        let links = diagram.links_bottom_up().filter(|&(_, owner, _)| owner == side);
        let path: String = links.map(|(link, _, _)| stretch(pen, link.ends())).collect();
        for (width, inside) in coats(side, 0.24, 0.07) {
            let colour = if inside { pen.palette.board } else { pen.palette.of(side) };
            stroke(pen, "links", &path, colour, pen.px(width), "")?;
        }
    }
    for side in Side::ALL {
        let pegs = diagram.pegs.iter().filter(|&&(_, owner)| owner == side);
        let path: String = pegs.map(|&(hole, _)| stretch(pen, (hole, hole))).collect();
        for (width, inside) in coats(side, 0.68, 0.4) {
            let colour = if inside { pen.palette.board } else { pen.palette.of(side) };
            stroke(pen, "pegs", &path, colour, pen.px(width), "")?;
        }
    }
    match diagram.last {
        Some(hole) => draw_ring(pen, hole),
        None => Ok(()),
    }
}

/// All holes as one path, a stretch a row, dashed into points.
fn draw_holes(pen: &mut Pen) -> fmt::Result {
    let (column, row) = pen.last_lines();
    let mut path = String::new();
    for y in 0..=row as u8 {
        // The corners are no holes.
        let inset = if y == 0 || f64::from(y) == row { 1.0 } else { 0.0 };
        // A little beyond the last one, lest rounding cut it off.
        let length = pen.px(column - 2.0 * inset + 0.05);
        let _ = write!(path, "M{} {}h{length}", pen.at(inset), pen.at(f64::from(y)));
    }
    let dashes = format!(r#" stroke-dasharray="0 {}""#, pen.px(1.0));
    stroke(pen, "holes", &path, pen.palette.hole, pen.px(0.16), &dashes)
}

fn draw_ring(pen: &mut Pen, hole: Hole) -> fmt::Result {
    let ((x, y), radius, width) = (pen.centre(hole), pen.px(0.47), pen.px(0.13));
    let ink = pen.palette.ink;
    writeln!(
        pen.out,
        r#"<circle class="last" cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{ink}" stroke-width="{width}"/>"#
    )
}

/// A piece of a path from hole to hole.
fn stretch(pen: &Pen, (from, to): (Hole, Hole)) -> String {
    let ((x, y), (end_x, end_y)) = (pen.centre(from), pen.centre(to));
    if from == to {
        return format!("M{x} {y}h0");
    }
    format!("M{x} {y}L{end_x} {end_y}")
}

fn stroke(
    pen: &mut Pen,
    class: &str,
    path: &str,
    colour: &str,
    width: f64,
    attributes: &str,
) -> fmt::Result {
    if path.is_empty() {
        return Ok(());
    }
    writeln!(
        pen.out,
        r#"<path class="{class}" d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"{attributes}/>"#
    )
}
