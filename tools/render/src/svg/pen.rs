//! What all SVG pictures are drawn with: the board in pixels, pegs, links and texts.

use super::palette::{Palette, DARK, LIGHT};
use super::{Heading, SvgStyle};
use crate::{column_letter, Grid};
use std::fmt::{self, Write};
use twixt::geometry::{Hole, Link, Side};

/// Lengths in spacings.
const PEG_RADIUS: f64 = 0.28;
const PEG_OUTLINE: f64 = 0.08;
const LINK_WIDTH: f64 = 0.17;
/// How far a link's seam stays off its ends, as a share of the link: it must not cut into the
/// other links of the same pegs.
const SEAM_INSET: f64 = 0.2;
/// From the panel's rim to the first holes, where coordinates stand between them.
pub(super) const MARGIN: f64 = 1.25;

/// A document in the making, and the board that is drawn into it. Who draws by
/// [`plan_svg`](super::plan_svg) writes elements that the pen does not know into it as text.
#[derive(Debug)]
pub struct Pen {
    pub(super) out: String,
    pub(super) palette: &'static Palette,
    size: Grid,
    spacing: f64,
    margin: f64,
    diagonals: bool,
}

impl Pen {
    pub(super) fn new(size: Grid, style: SvgStyle<'_>, margin: f64) -> Pen {
        let palette = if style.dark { &DARK } else { &LIGHT };
        let (spacing, diagonals) = (f64::from(style.spacing), style.diagonals);
        Pen { out: String::new(), palette, size, spacing, margin, diagonals }
    }

    /// The picture's colours.
    #[must_use]
    pub const fn palette(&self) -> &'static Palette {
        self.palette
    }

    /// The document's head and its title.
    pub(super) fn open(&mut self, (width, height): (f64, f64), title: &str) -> fmt::Result {
        writeln!(
            self.out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="0 0 {width} {height}" role="img">"#
        )?;
        writeln!(self.out, "<title>{}</title>", escaped(title))
    }

    /// The head of a document that shows a picture of this width and height under its heading, whose
    /// letters are so many spacings high.
    pub(super) fn open_page(
        &mut self,
        (width, height): (f64, f64),
        style: SvgStyle<'_>,
        letters: f64,
    ) -> fmt::Result {
        let letter = self.px(letters);
        let above = style.heading.height(width, letter);
        self.open((width, height + above), style.title)?;
        if style.heading != Heading::default() {
            self.ground((width, height + above))?;
            style.heading.draw(self, width, letter)?;
            writeln!(self.out, r#"<g transform="translate(0 {above})">"#)?;
        }
        Ok(())
    }

    /// Ends what [`Pen::open_page`] began.
    pub(super) fn close_page(mut self, style: SvgStyle<'_>) -> Result<String, fmt::Error> {
        if style.heading != Heading::default() {
            self.close_group()?;
        }
        self.close()
    }

    /// What several boards, or a board and its heading, lie on.
    pub(super) fn ground(&mut self, (width, height): (f64, f64)) -> fmt::Result {
        let ground = self.palette.ground;
        writeln!(self.out, r#"<rect width="{width}" height="{height}" fill="{ground}"/>"#)
    }

    fn close(mut self) -> Result<String, fmt::Error> {
        writeln!(self.out, "</svg>")?;
        Ok(self.out)
    }

    /// The last column and the last row.
    pub(super) fn last_lines(&self) -> (f64, f64) {
        (f64::from(self.size.columns() - 1), f64::from(self.size.rows() - 1))
    }

    /// The panel's width and height in pixels.
    #[must_use]
    pub fn extent(&self) -> (f64, f64) {
        let (column, row) = self.last_lines();
        (self.px(2.0 * self.margin + column), self.px(2.0 * self.margin + row))
    }

    /// A length in spacings as pixels, to a hundredth.
    #[must_use]
    pub fn px(&self, spacings: f64) -> f64 {
        cent(spacings * self.spacing)
    }

    /// The pixels of a column or row.
    pub(super) fn at(&self, line: f64) -> f64 {
        self.px(self.margin + line)
    }

    /// The pixels of a hole's middle.
    #[must_use]
    pub fn centre(&self, hole: Hole) -> (f64, f64) {
        self.beside(hole, (0.0, 0.0))
    }

    /// The pixels of a point so many spacings to the right of a hole's middle and below it.
    #[must_use]
    pub fn beside(&self, hole: Hole, (right, down): (f64, f64)) -> (f64, f64) {
        (self.at(f64::from(hole.column()) + right), self.at(f64::from(hole.row()) + down))
    }

    /// The panel, and the lines between the border rows and the rest in their owners' colours.
    pub(super) fn board(&mut self) -> fmt::Result {
        let (width, height) = self.extent();
        let (width, height, radius) = (width - 1.0, height - 1.0, self.px(0.3));
        let Palette { board, rim, .. } = self.palette;
        writeln!(
            self.out,
            r#"<rect x="0.5" y="0.5" width="{width}" height="{height}" rx="{radius}" fill="{board}" stroke="{rim}"/>"#
        )?;
        let (column, row) = self.last_lines();
        let (near, right, bottom) = (self.at(0.5), self.at(column - 0.5), self.at(row - 0.5));
        // Short of the corners, where the two sides' lines would touch.
        let start = self.at(0.62);
        let (right_end, bottom_end) = (self.at(column - 0.62), self.at(row - 0.62));
        let width = self.px(0.07);
        for (side, path) in [
            (Side::Vertical, format!("M{start} {near}H{right_end}M{start} {bottom}H{right_end}")),
            (
                Side::Horizontal,
                format!("M{near} {start}V{bottom_end}M{right} {start}V{bottom_end}"),
            ),
        ] {
            let colour = self.palette.of(side);
            writeln!(
                self.out,
                r#"<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" opacity="0.75"/>"#
            )?;
        }
        match self.diagonals {
            true => self.draw_diagonals(),
            false => Ok(()),
        }
    }

    /// From each corner hole inside of the border rows the two lines by knight's moves that lead
    /// across the board, as far as there are holes.
    fn draw_diagonals(&mut self) -> fmt::Result {
        let (column, row) = self.last_lines();
        let mut path = String::new();
        for (across, down) in [(2.0, 1.0), (1.0, 2.0)] {
            let steps = ((column - 1.0) / across).min((row - 1.0) / down).floor();
            let (far_x, far_y) = (1.0 + steps * across, 1.0 + steps * down);
            for (left, top) in [(true, true), (true, false), (false, true), (false, false)] {
                let x = |from_left: f64| self.at(if left { from_left } else { column - from_left });
                let y = |from_top: f64| self.at(if top { from_top } else { row - from_top });
                let _ = write!(path, "M{} {}L{} {}", x(1.0), y(1.0), x(far_x), y(far_y));
            }
        }
        let (colour, width) = (self.palette.hole, self.px(0.035));
        writeln!(
            self.out,
            r#"<path class="diagonals" d="{path}" fill="none" stroke="{colour}" stroke-width="{width}" opacity="0.6"/>"#
        )
    }

    /// Letters above and below, numbers at both sides.
    pub(super) fn coordinates(&mut self) -> fmt::Result {
        let (column, row) = self.last_lines();
        let before = self.at(-0.75);
        let (below, right) = (self.at(row + 0.75), self.at(column + 0.75));
        self.open_texts("coordinates", 0.32)?;
        for column in 0..self.size.columns() {
            let (x, letter) = (self.at(f64::from(column)), column_letter(column).to_string());
            self.text((x, before), &letter, "")?;
            self.text((x, below), &letter, "")?;
        }
        for row in 0..self.size.rows() {
            let (y, number) = (self.at(f64::from(row)), (row + 1).to_string());
            self.text((before, y), &number, "")?;
            self.text((right, y), &number, "")?;
        }
        self.close_group()
    }

    pub(super) fn open_holes(&mut self) -> fmt::Result {
        writeln!(self.out, r#"<g class="holes" fill="{}">"#, self.palette.hole)
    }

    pub(super) fn close_group(&mut self) -> fmt::Result {
        writeln!(self.out, "</g>")
    }

    /// Empty holes.
    ///
    /// # Errors
    ///
    /// None: a document takes all that is written to it.
    pub fn holes(&mut self, holes: impl Iterator<Item = Hole>) -> fmt::Result {
        self.open_holes()?;
        for hole in holes {
            self.hole(hole)?;
        }
        self.close_group()
    }

    pub(super) fn hole(&mut self, hole: Hole) -> fmt::Result {
        let ((x, y), radius) = (self.centre(hole), self.px(0.065));
        writeln!(self.out, r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#)
    }

    /// Opens the group of a winning chain's glow, which lies under all links and pegs. It is made
    /// transparent as a whole, so that overlaps within it do not show.
    pub(super) fn open_glow(&mut self, side: Side) -> fmt::Result {
        let colour = self.palette.of(side);
        writeln!(
            self.out,
            r#"<g class="glow" opacity="0.35" fill="{colour}" stroke-linecap="round">"#
        )
    }

    pub(super) fn link_glow(&mut self, link: Link, side: Side) -> fmt::Result {
        self.line(link, 0.0, 0.5, self.palette.of(side))
    }

    pub(super) fn peg_glow(&mut self, hole: Hole) -> fmt::Result {
        let ((x, y), radius) = (self.centre(hole), self.px(0.46));
        writeln!(self.out, r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#)
    }

    pub(super) fn open_links(&mut self) -> fmt::Result {
        writeln!(self.out, r#"<g class="links">"#)
    }

    /// A link over a seam in the board's colour, so that one that crosses another own link is seen
    /// to pass over it.
    pub(super) fn link(&mut self, link: Link, side: Side) -> fmt::Result {
        let (board, colour) = (self.palette.board, self.palette.of(side));
        self.line(link, SEAM_INSET, LINK_WIDTH + 0.08, board)?;
        self.line(link, 0.0, LINK_WIDTH, colour)?;
        if side == Side::Horizontal {
            self.line(link, 0.0, LINK_WIDTH - 0.1, board)?;
        }
        Ok(())
    }

    /// A line along a link, less `inset` of its length at both ends.
    fn line(&mut self, link: Link, inset: f64, width: f64, colour: &str) -> fmt::Result {
        let (upper, lower) = link.ends();
        let along = |from: u8, to: u8, share: f64| {
            self.at(f64::from(from) + (f64::from(to) - f64::from(from)) * share)
        };
        let [(x1, y1), (x2, y2)] = [inset, 1.0 - inset].map(|share| {
            (along(upper.column(), lower.column(), share), along(upper.row(), lower.row(), share))
        });
        let width = self.px(width);
        writeln!(
            self.out,
            r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>"#
        )
    }

    pub(super) fn open_pegs(&mut self) -> fmt::Result {
        let outline = self.px(PEG_OUTLINE);
        writeln!(self.out, r#"<g class="pegs" stroke-width="{outline}" {}>"#, self.font(0.3))
    }

    pub(super) fn peg(&mut self, hole: Hole, side: Side) -> fmt::Result {
        let (x, y) = self.centre(hole);
        // The outline's middle, so that its outer rim has the peg's radius.
        let radius = self.px(PEG_RADIUS - PEG_OUTLINE / 2.0);
        let colour = self.palette.of(side);
        let fill = match side {
            Side::Vertical => colour,
            Side::Horizontal => self.palette.board,
        };
        writeln!(
            self.out,
            r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{colour}"/>"#
        )
    }

    /// The ring round the last peg, with `inside` for what moves it.
    pub(super) fn ring(&mut self, hole: Hole, inside: &str) -> fmt::Result {
        let ((x, y), radius, width) = (self.centre(hole), self.px(0.37), self.px(0.06));
        let ink = self.palette.ink;
        let end = if inside.is_empty() { "/>".to_owned() } else { format!(">{inside}</circle>") };
        writeln!(
            self.out,
            r#"<circle class="last" cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{ink}" stroke-width="{width}"{end}"#
        )
    }

    /// A label on a peg of `owner`, or in a vacant hole.
    pub(super) fn label(&mut self, hole: Hole, text: &str, owner: Option<Side>) -> fmt::Result {
        let fill = match owner {
            Some(Side::Vertical) => self.palette.on_vertical,
            _ => self.palette.ink,
        };
        // Three digits fit into a peg only if smaller.
        let height = self.px(if text.chars().count() > 2 { 0.22 } else { 0.3 });
        let attributes = format!(r#" fill="{fill}" stroke="none" font-size="{height}""#);
        self.text(self.centre(hole), text, &attributes)
    }

    pub(super) fn open_texts(&mut self, class: &str, height: f64) -> fmt::Result {
        let (font, ink) = (self.font(height), self.palette.ink);
        writeln!(self.out, r#"<g class="{class}" {font} fill="{ink}">"#)
    }

    /// The attributes of texts that stand with their middles at points.
    fn font(&self, height: f64) -> String {
        let height = self.px(height);
        format!(r#"font-family="system-ui, sans-serif" font-size="{height}" text-anchor="middle""#)
    }

    /// A text with its middle at a point, and attributes of its own, each after a blank.
    ///
    /// # Errors
    ///
    /// None: a document takes all that is written to it.
    pub fn text(&mut self, (x, y): (f64, f64), text: &str, attributes: &str) -> fmt::Result {
        // Not every renderer knows `dominant-baseline`.
        let (x, y, text) = (cent(x), cent(y), escaped(text));
        writeln!(self.out, r#"<text x="{x}" y="{y}" dy="0.35em"{attributes}>{text}</text>"#)
    }
}

impl Write for Pen {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.out.write_str(text)
    }
}

/// To a hundredth of a pixel.
pub(super) fn cent(pixels: f64) -> f64 {
    (pixels * 100.0).round() / 100.0
}

/// Text as XML; what XML can't hold at all is left out.
pub(crate) fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '\t' | '\n' => safe.push(' '),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => (),
            c => safe.push(c),
        }
    }
    safe
}
