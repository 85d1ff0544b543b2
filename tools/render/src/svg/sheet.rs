//! Sheets of small numbered boards.

use super::pen::{cent, Pen};
use super::{size_of, SvgStyle};
use crate::Diagram;
use twixt::geometry::{Hole, Side};

/// Default distance between holes on a sheet, in pixels.
pub const SHEET_SPACING: u16 = 16;

const MOST: usize = 24;

/// Margin of a board, and distance between boards, in spacings.
const MARGIN: f64 = 0.9;
const GAP: f64 = 1.1;
/// Font size of the heading, in spacings.
const LETTERS: f64 = 1.1;

/// Font size of captions, in spacings; it grows with the board.
fn letter_height(pen: &Pen<'_>) -> f64 {
    let (column, row) = pen.last_lines();
    0.85 * (column.max(row) / 13.0).clamp(1.0, 1.6)
}

/// Renders a game as an SVG document with rows of small boards. Each board has the number of its frame, from 0, and
/// the hole of the last peg as its caption.
///
/// A sheet has at most 24 boards: longer games show every second, third, … frame, counted back from the last.
/// Labels and coordinates would be illegible and are omitted.
///
/// # Panics
///
/// If there are no frames, or their sizes differ.
#[must_use]
pub fn sheet_svg(frames: &[Diagram], style: SvgStyle<'_>) -> String {
    let mut pen = Pen::new(size_of(frames), style, MARGIN);
    let step = frames.len().div_ceil(MOST);
    let shown = ((frames.len() - 1) % step..frames.len()).step_by(step);
    let (width, height) = pen.extent();
    let (gap, caption) = (pen.px(GAP), pen.px(2.2 * letter_height(&pen)));
    let (across, down) = (width + gap, height + caption);
    let columns = columns(shown.len(), across, down);
    let rows = shown.len().div_ceil(columns);
    let sheet = (cent(across * columns as f64 + gap), cent(down * rows as f64 + gap));
    pen.open_document(sheet, LETTERS, true);
    for (place, frame) in shown.enumerate() {
        let x = cent(gap + across * (place % columns) as f64);
        let y = cent(caption + down * (place / columns) as f64);
        pen.open_group("board", &format!(r#"transform="translate({x} {y})""#));
        draw_caption(&mut pen, frame, frames[frame].last);
        draw_board(&mut pen, &frames[frame]);
        pen.close_group();
    }
    pen.close_document()
}

/// Returns the number of boards per row that gives the sheet about the proportions of a page, with as full a last
/// row as possible.
fn columns(boards: usize, width: f64, height: f64) -> usize {
    let fair = (boards as f64 * 1.4 * height / width).sqrt().round().max(1.0) as usize;
    let rows = boards.div_ceil(fair.min(boards));
    boards.div_ceil(rows)
}

fn draw_caption(pen: &mut Pen<'_>, number: usize, last: Option<Hole>) {
    let (ink, height) = (pen.palette.ink, pen.px(letter_height(pen)));
    let (x, y) = (pen.px(0.3), pen.px(-0.5 * letter_height(pen)));
    let hole = last.map_or(String::new(), |hole| format!(" {hole}"));
    pen.put(format_args!(
        r#"<text x="{x}" y="{y}" font-family="system-ui, sans-serif" font-size="{height}" fill="{ink}"><tspan font-weight="bold">{number}</tspan>{hole}</text>"#
    ));
}

/// Adds a board without coordinates. Each side has one path for its links and one of round dots for its pegs,
/// which keeps documents with large boards short.
fn draw_board(pen: &mut Pen<'_>, diagram: &Diagram) {
    pen.board();
    draw_holes(pen);
    if let Some(side) = diagram.winner() {
        let glowing = diagram.links_bottom_up().filter(|&(_, _, strong)| strong);
        let path: String = glowing.map(|(link, _, _)| stretch(pen, link.ends())).collect();
        stroke(pen, "glow", &path, pen.palette.of(side), 0.75, r#" opacity="0.4""#);
    }
    for side in Side::ALL {
        let links = diagram.links_bottom_up().filter(|&(_, owner, _)| owner == side);
        let path: String = links.map(|(link, _, _)| stretch(pen, link.ends())).collect();
        draw_coats(pen, "links", &path, side, [0.24, 0.07]);
    }
    for side in Side::ALL {
        let pegs = diagram.pegs.iter().filter(|&&(_, owner)| owner == side);
        let path: String = pegs.map(|&(hole, _)| stretch(pen, (hole, hole))).collect();
        draw_coats(pen, "pegs", &path, side, [0.68, 0.4]);
    }
    if let Some(hole) = diagram.last {
        pen.ring(hole, 0.47, 0.13);
    }
}

/// Adds a path in a side's colour; for horizontal, a thinner one in the board's colour makes it hollow.
fn draw_coats(pen: &mut Pen<'_>, class: &str, path: &str, side: Side, [outer, inner]: [f64; 2]) {
    stroke(pen, class, path, pen.palette.of(side), outer, "");
    if side == Side::Horizontal {
        stroke(pen, class, path, pen.palette.board, inner, "");
    }
}

/// Adds all holes as one dashed path, with a segment per row.
fn draw_holes(pen: &mut Pen<'_>) {
    let (column, row) = pen.last_lines();
    let mut path = String::new();
    for y in 0..=row as u8 {
        // Corners have no hole.
        let inset = if y == 0 || f64::from(y) == row { 1.0 } else { 0.0 };
        // The excess length protects the last hole from rounding errors.
        let length = pen.px(column - 2.0 * inset + 0.05);
        path += &format!("M{} {}h{length}", pen.at(inset), pen.at(f64::from(y)));
    }
    let dashes = format!(r#" stroke-dasharray="0 {}""#, pen.px(1.0));
    stroke(pen, "holes", &path, pen.palette.hole, 0.16, &dashes);
}

fn stretch(pen: &Pen<'_>, (from, to): (Hole, Hole)) -> String {
    let ((x, y), (end_x, end_y)) = (pen.centre(from), pen.centre(to));
    if from == to {
        return format!("M{x} {y}h0");
    }
    format!("M{x} {y}L{end_x} {end_y}")
}

/// Adds a path; `width` is in spacings.
fn stroke(pen: &mut Pen<'_>, class: &str, path: &str, colour: &str, width: f64, attributes: &str) {
    let width = pen.px(width);
    if !path.is_empty() {
        pen.put(format_args!(
            r#"<path class="{class}" d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" stroke-linecap="round"{attributes}/>"#
        ));
    }
}
