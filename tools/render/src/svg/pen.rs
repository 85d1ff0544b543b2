//! Elements of all SVG images: the board, pegs, links and texts.

use super::{Palette, SvgStyle};
use crate::column_letter;
use std::fmt::{Arguments, Write};
use twixt::geometry::{Hole, Link, Side, Size};

/// Radius of pegs, width of their outlines, and width of links, in spacings (distances between holes).
const PEG_RADIUS: f64 = 0.28;
pub(super) const PEG_OUTLINE: f64 = 0.08;
const LINK_WIDTH: f64 = 0.17;
/// Distance of a link's seam ([`Pen::link`]) from the link's ends, as a fraction of the link's length. The distance
/// keeps the seam from covering other links of the same pegs.
const SEAM_INSET: f64 = 0.2;
/// Font size of headings, in spacings.
const HEADING_FONT_SIZE: f64 = 0.42;
/// Margin of a board with coordinates, in spacings.
const MARGIN: f64 = 1.25;

/// An SVG document, with one element per line.
#[derive(Default, Debug)]
pub struct Document(String);

impl Document {
    /// Starts the document with a size in pixels and a title for screen readers.
    pub fn open(&mut self, (width, height): (f64, f64), title: &str) {
        self.put(format_args!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
        ));
        self.put(format_args!("<title>{}</title>", escaped(title)));
    }

    /// Adds an element.
    pub fn put(&mut self, line: Arguments<'_>) {
        // Writing to a `String` cannot fail.
        let _ = writeln!(self.0, "{line}");
    }

    /// Returns the complete document.
    pub fn close(mut self) -> String {
        self.put(format_args!("</svg>"));
        self.0
    }
}

/// An unfinished document and its board.
#[derive(Debug)]
pub(super) struct Pen<'a> {
    document: Document,
    pub(super) palette: &'static Palette,
    size: Size,
    style: SvgStyle<'a>,
}

impl<'a> Pen<'a> {
    pub(super) fn new(size: Size, style: SvgStyle<'a>) -> Pen<'a> {
        let palette = Palette::usual(style.dark);
        Pen { document: Document::default(), palette, size, style }
    }

    /// Appends an element.
    pub(super) fn put(&mut self, element: Arguments<'_>) {
        self.document.put(element);
    }

    /// Starts a document with an image of the board below the heading. Without a heading the background stays transparent.
    pub(super) fn open_document(&mut self) {
        let (width, height) = self.extent();
        let (letter, heading) = (self.px(HEADING_FONT_SIZE), self.style.heading);
        let above = heading.height(width, letter);
        let height = height + above;
        self.document.open((width, height), self.style.title);
        if above > 0.0 {
            let ground = self.palette.ground;
            self.put(format_args!(r#"<rect width="{width}" height="{height}" fill="{ground}"/>"#));
            heading.draw(self, width, letter);
        }
        self.put(format_args!(r#"<g transform="translate(0 {above})">"#));
    }

    pub(super) fn close_document(mut self) -> String {
        self.close_group();
        self.document.close()
    }

    pub(super) fn last_lines(&self) -> (f64, f64) {
        (f64::from(self.size.columns() - 1), f64::from(self.size.rows() - 1))
    }

    /// Returns the board's width and height, in pixels.
    pub(super) fn extent(&self) -> (f64, f64) {
        let (column, row) = self.last_lines();
        (self.px(2.0 * MARGIN + column), self.px(2.0 * MARGIN + row))
    }

    /// Converts spacings to pixels, rounded to hundredths.
    pub(super) fn px(&self, spacings: f64) -> f64 {
        cent(spacings * f64::from(self.style.spacing))
    }

    /// Converts a column or row to pixels.
    pub(super) fn at(&self, line: f64) -> f64 {
        self.px(MARGIN + line)
    }

    /// Returns the centre of a hole, in pixels.
    fn centre(&self, hole: Hole) -> (f64, f64) {
        (self.at(f64::from(hole.column())), self.at(f64::from(hole.row())))
    }

    pub(super) fn board(&mut self) {
        let (width, height) = self.extent();
        let (width, height, radius) = (width - 1.0, height - 1.0, self.px(0.3));
        let Palette { board, rim, .. } = self.palette;
        self.put(format_args!(
            r#"<rect x="0.5" y="0.5" width="{width}" height="{height}" rx="{radius}" fill="{board}" stroke="{rim}"/>"#
        ));
        let (column, row) = self.last_lines();
        let (near, right, bottom) = (self.at(0.5), self.at(column - 0.5), self.at(row - 0.5));
        // Leaves a gap between the two sides' lines at the corners.
        let start = self.at(0.62);
        let (right_end, bottom_end) = (self.at(column - 0.62), self.at(row - 0.62));
        let width = self.px(0.07);
        let level = format!("M{start} {near}H{right_end}M{start} {bottom}H{right_end}");
        let upright = format!("M{near} {start}V{bottom_end}M{right} {start}V{bottom_end}");
        for (side, path) in [(Side::Vertical, level), (Side::Horizontal, upright)] {
            let colour = self.palette.of(side);
            self.put(format_args!(
                r#"<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" opacity="0.75"/>"#
            ));
        }
        if self.style.diagonals {
            self.draw_diagonals();
        }
    }

    /// Adds two lines of knight's moves from each corner hole inside the border rows.
    fn draw_diagonals(&mut self) {
        let (column, row) = self.last_lines();
        let mut path = String::new();
        for (across, down) in [(2.0, 1.0), (1.0, 2.0)] {
            let steps = ((column - 1.0) / across).min((row - 1.0) / down).floor();
            let (far_x, far_y) = (1.0 + steps * across, 1.0 + steps * down);
            for (left, top) in [(true, true), (true, false), (false, true), (false, false)] {
                let x = |from_left: f64| self.at(if left { from_left } else { column - from_left });
                let y = |from_top: f64| self.at(if top { from_top } else { row - from_top });
                path += &format!("M{} {}L{} {}", x(1.0), y(1.0), x(far_x), y(far_y));
            }
        }
        let (colour, width) = (self.palette.hole, self.px(0.035));
        self.put(format_args!(
            r#"<path class="diagonals" d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" opacity="0.6"/>"#
        ));
    }

    pub(super) fn coordinates(&mut self) {
        let (column, row) = self.last_lines();
        let before = self.at(-0.75);
        let (below, right) = (self.at(row + 0.75), self.at(column + 0.75));
        self.open_texts("coordinates", 0.32);
        for column in 0..self.size.columns() {
            let (x, letter) = (self.at(f64::from(column)), column_letter(column).to_string());
            self.text((x, before), &letter, "");
            self.text((x, below), &letter, "");
        }
        for row in 0..self.size.rows() {
            let (y, number) = (self.at(f64::from(row)), (row + 1).to_string());
            self.text((before, y), &number, "");
            self.text((right, y), &number, "");
        }
        self.close_group();
    }

    pub(super) fn open_group(&mut self, class: &str, attributes: &str) {
        self.put(format_args!(r#"<g class="{class}" {attributes}>"#));
    }

    pub(super) fn open_texts(&mut self, class: &str, height: f64) {
        let attributes = format!(r#"{} fill="{}""#, self.font(height), self.palette.ink);
        self.open_group(class, &attributes);
    }

    pub(super) fn close_group(&mut self) {
        self.put(format_args!("</g>"));
    }

    pub(super) fn font(&self, height: f64) -> String {
        let height = self.px(height);
        format!(r#"font-family="system-ui, sans-serif" font-size="{height}" text-anchor="middle""#)
    }

    pub(super) fn hole(&mut self, hole: Hole) {
        self.circle(hole, 0.065, "");
    }

    /// Adds a circle around a hole, with a radius in spacings. `attributes` must start with a space.
    pub(super) fn circle(&mut self, hole: Hole, radius: f64, attributes: &str) {
        let ((x, y), radius) = (self.centre(hole), self.px(radius));
        self.put(format_args!(r#"<circle cx="{x}" cy="{y}" r="{radius}"{attributes}/>"#));
    }

    /// Adds a link and, below it, a seam in the board's colour that separates it from links that it crosses.
    pub(super) fn link(&mut self, link: Link, side: Side) {
        let (board, colour) = (self.palette.board, self.palette.of(side));
        self.line(link, SEAM_INSET, LINK_WIDTH + 0.08, board);
        self.line(link, 0.0, LINK_WIDTH, colour);
        if side == Side::Horizontal {
            self.line(link, 0.0, LINK_WIDTH - 0.1, board);
        }
    }

    /// Adds a line along a link, shortened at both ends by the fraction `inset`.
    pub(super) fn line(&mut self, link: Link, inset: f64, width: f64, colour: &str) {
        let (upper, lower) = link.ends();
        let along = |from: u8, to: u8, share: f64| {
            self.at(f64::from(from) + (f64::from(to) - f64::from(from)) * share)
        };
        let [(x1, y1), (x2, y2)] = [inset, 1.0 - inset].map(|share| {
            (along(upper.column(), lower.column(), share), along(upper.row(), lower.row(), share))
        });
        let width = self.px(width);
        self.put(format_args!(
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>"#
        ));
    }

    pub(super) fn peg(&mut self, hole: Hole, side: Side) {
        let colour = self.palette.of(side);
        let fill = if side == Side::Vertical { colour } else { self.palette.board };
        // The stroke is centred on the outline, so its outer edge has the peg's radius.
        let radius = PEG_RADIUS - PEG_OUTLINE / 2.0;
        self.circle(hole, radius, &format!(r#" fill="{fill}" stroke="{colour}""#));
    }

    pub(super) fn ring(&mut self, hole: Hole) {
        let (ink, width) = (self.palette.ink, self.px(0.06));
        let attributes =
            format!(r#" class="last" fill="none" stroke="{ink}" stroke-width="{width}""#);
        self.circle(hole, 0.37, &attributes);
    }

    /// Adds a label, on a peg of `owner` or at a vacant hole.
    pub(super) fn label(&mut self, hole: Hole, text: &str, owner: Option<Side>) {
        let fill = match owner {
            Some(Side::Vertical) => self.palette.on_vertical,
            _ => self.palette.ink,
        };
        // Three digits fit on a peg in a smaller font.
        let height = self.px(if text.chars().count() > 2 { 0.22 } else { 0.3 });
        let attributes = format!(r#" fill="{fill}" stroke="none" font-size="{height}""#);
        self.text(self.centre(hole), text, &attributes);
    }

    /// Adds a text centred at a position in pixels. `attributes` must start with a space.
    pub(super) fn text(&mut self, (x, y): (f64, f64), text: &str, attributes: &str) {
        // Some renderers do not support `dominant-baseline`.
        let (x, y, text) = (cent(x), cent(y), escaped(text));
        self.put(format_args!(r#"<text x="{x}" y="{y}" dy="0.35em"{attributes}>{text}</text>"#));
    }
}

/// Rounds to hundredths of a pixel.
pub(super) fn cent(pixels: f64) -> f64 {
    (pixels * 100.0).round() / 100.0
}

/// Escapes a text for XML and HTML, also for attributes in double quotes. Removes characters that XML does not allow, and
/// control characters other than line feeds.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\n' => safe.push('\n'),
            '\t' => safe.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => (),
            c => safe.push(c),
        }
    }
    safe
}
