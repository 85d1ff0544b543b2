//! The board as an SVG picture.

use super::palette::{Palette, DARK, LIGHT};
use super::{column_letter, Diagram};
use crate::geometry::{Hole, Link, Side};
use std::fmt::{self, Write};

/// How [`svg`] draws.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SvgStyle<'a> {
    /// Light on dark instead of dark on light.
    pub dark: bool,
    /// Pixels from one hole to the next; about 24–60 look well.
    pub spacing: u16,
    /// The picture's title, which screen readers speak and browsers show as a tooltip.
    pub title: &'a str,
}

impl Default for SvgStyle<'_> {
    fn default() -> Self {
        SvgStyle { dark: false, spacing: 40, title: "Twixt board" }
    }
}

/// The board as an SVG document of fixed width and height.
///
/// The vertical side's pegs and links are solid, the horizontal one's hollow; the lines inside of
/// the border rows have their owners' colours. The last peg has a ring, a winning chain a glow.
/// Labels stand on pegs and in place of vacant holes.
#[must_use]
pub fn svg(diagram: &Diagram, style: SvgStyle<'_>) -> String {
    let palette = if style.dark { &DARK } else { &LIGHT };
    let mut picture =
        Picture { diagram, palette, spacing: f64::from(style.spacing), out: String::new() };
    let drawn = picture.draw(style.title);
    drawn.expect("a String takes all that is written to it");
    picture.out
}

struct Picture<'a> {
    diagram: &'a Diagram,
    palette: &'a Palette,
    spacing: f64,
    out: String,
}

/// Lengths in spacings.
const MARGIN: f64 = 1.25;
const PEG_RADIUS: f64 = 0.28;
const PEG_OUTLINE: f64 = 0.08;
const LINK_WIDTH: f64 = 0.17;
/// How far a link's seam stays off its ends, as a share of the link: it must not cut into the
/// other links of the same pegs.
const SEAM_INSET: f64 = 0.2;

impl Picture<'_> {
    fn draw(&mut self, title: &str) -> fmt::Result {
        let edge = self.px(2.0 * MARGIN + self.last_line());
        writeln!(
            self.out,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{edge}" height="{edge}" viewBox="0 0 {edge} {edge}" role="img">"#
        )?;
        writeln!(self.out, "<title>{}</title>", escaped(title))?;
        self.draw_board()?;
        self.draw_coordinates()?;
        self.draw_holes()?;
        self.draw_glow()?;
        self.draw_links()?;
        self.draw_pegs()?;
        self.draw_labels()?;
        writeln!(self.out, "</svg>")
    }

    /// The column of the last line of holes, and its row.
    fn last_line(&self) -> f64 {
        f64::from(self.diagram.size.get() - 1)
    }

    /// A length in spacings as pixels, to a hundredth.
    fn px(&self, spacings: f64) -> f64 {
        (spacings * self.spacing * 100.0).round() / 100.0
    }

    /// The pixels of a column or row.
    fn at(&self, line: f64) -> f64 {
        self.px(MARGIN + line)
    }

    fn centre(&self, hole: Hole) -> (f64, f64) {
        (self.at(f64::from(hole.column())), self.at(f64::from(hole.row())))
    }

    /// The panel and the lines between the border rows and the rest.
    fn draw_board(&mut self) -> fmt::Result {
        let edge = self.px(2.0 * MARGIN + self.last_line()) - 1.0;
        let radius = self.px(0.3);
        let Palette { board, rim, .. } = self.palette;
        writeln!(
            self.out,
            r#"<rect x="0.5" y="0.5" width="{edge}" height="{edge}" rx="{radius}" fill="{board}" stroke="{rim}"/>"#
        )?;
        let (near, far) = (self.at(0.5), self.at(self.last_line() - 0.5));
        // Short of the corners, where the two sides' lines would touch.
        let (start, end) = (self.at(0.62), self.at(self.last_line() - 0.62));
        let width = self.px(0.07);
        for (side, path) in [
            (Side::Vertical, format!("M{start} {near}H{end}M{start} {far}H{end}")),
            (Side::Horizontal, format!("M{near} {start}V{end}M{far} {start}V{end}")),
        ] {
            let colour = self.palette.of(side);
            writeln!(
                self.out,
                r#"<path d="{path}" stroke="{colour}" stroke-width="{width}" stroke-linecap="round" opacity="0.75"/>"#
            )?;
        }
        Ok(())
    }

    fn draw_coordinates(&mut self) -> fmt::Result {
        let (before, after) = (self.at(-0.75), self.at(self.last_line() + 0.75));
        self.open_texts("coordinates", 0.32, self.palette.ink)?;
        for line in 0..self.diagram.size.get() {
            let along = self.at(f64::from(line));
            for across in [before, after] {
                self.text((along, across), &column_letter(line).to_string(), "")?;
                self.text((across, along), &(line + 1).to_string(), "")?;
            }
        }
        writeln!(self.out, "</g>")
    }

    fn draw_holes(&mut self) -> fmt::Result {
        let radius = self.px(0.065);
        writeln!(self.out, r#"<g class="holes" fill="{}">"#, self.palette.hole)?;
        for hole in self.diagram.size.holes() {
            let labelled = self.diagram.labels.iter().any(|(at, _)| *at == hole);
            if !labelled && self.diagram.owner(hole).is_none() {
                let (x, y) = self.centre(hole);
                writeln!(self.out, r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#)?;
            }
        }
        writeln!(self.out, "</g>")
    }

    /// The glow of the winning chain, under all links and pegs. The group is made transparent as a
    /// whole, so that overlaps within it do not show.
    fn draw_glow(&mut self) -> fmt::Result {
        let Some(side) = self.diagram.winning.first().and_then(|&hole| self.diagram.owner(hole))
        else {
            return Ok(());
        };
        let colour = self.palette.of(side);
        writeln!(
            self.out,
            r#"<g class="glow" opacity="0.35" fill="{colour}" stroke-linecap="round">"#
        )?;
        for (link, _, strong) in self.diagram.links_bottom_up() {
            if strong {
                self.line(link, 0.0, 0.5, colour)?;
            }
        }
        for &hole in &self.diagram.winning {
            let ((x, y), radius) = (self.centre(hole), self.px(0.46));
            writeln!(self.out, r#"<circle cx="{x}" cy="{y}" r="{radius}"/>"#)?;
        }
        writeln!(self.out, "</g>")
    }

    /// Each link over a seam in the board's colour, so that one that crosses another own link is
    /// seen to pass over it.
    fn draw_links(&mut self) -> fmt::Result {
        writeln!(self.out, r#"<g class="links">"#)?;
        for (link, side, _) in self.diagram.links_bottom_up() {
            let (board, colour) = (self.palette.board, self.palette.of(side));
            self.line(link, SEAM_INSET, LINK_WIDTH + 0.08, board)?;
            self.line(link, 0.0, LINK_WIDTH, colour)?;
            if side == Side::Horizontal {
                self.line(link, 0.0, LINK_WIDTH - 0.1, board)?;
            }
        }
        writeln!(self.out, "</g>")
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

    fn draw_pegs(&mut self) -> fmt::Result {
        let outline = self.px(PEG_OUTLINE);
        // The outline's middle, so that its outer rim has the peg's radius.
        let radius = self.px(PEG_RADIUS - PEG_OUTLINE / 2.0);
        writeln!(self.out, r#"<g class="pegs" stroke-width="{outline}">"#)?;
        for &(hole, side) in &self.diagram.pegs {
            let (x, y) = self.centre(hole);
            let colour = self.palette.of(side);
            let fill = match side {
                Side::Vertical => colour,
                Side::Horizontal => self.palette.board,
            };
            writeln!(
                self.out,
                r#"<circle cx="{x}" cy="{y}" r="{radius}" fill="{fill}" stroke="{colour}"/>"#
            )?;
        }
        writeln!(self.out, "</g>")?;
        if let Some(hole) = self.diagram.last {
            let ((x, y), radius, width) = (self.centre(hole), self.px(0.37), self.px(0.06));
            let ink = self.palette.ink;
            writeln!(
                self.out,
                r#"<circle class="last" cx="{x}" cy="{y}" r="{radius}" fill="none" stroke="{ink}" stroke-width="{width}"/>"#
            )?;
        }
        Ok(())
    }

    fn draw_labels(&mut self) -> fmt::Result {
        self.open_texts("labels", 0.26, self.palette.ink)?;
        for (hole, label) in &self.diagram.labels {
            let fill = match self.diagram.owner(*hole) {
                Some(Side::Vertical) => self.palette.on_vertical,
                _ => self.palette.ink,
            };
            // Three digits fit into a peg only if smaller.
            let height = self.px(if label.chars().count() > 2 { 0.2 } else { 0.26 });
            let attributes = format!(r#" fill="{fill}" font-size="{height}""#);
            self.text(self.centre(*hole), label, &attributes)?;
        }
        writeln!(self.out, "</g>")
    }

    fn open_texts(&mut self, class: &str, height: f64, fill: &str) -> fmt::Result {
        let height = self.px(height);
        writeln!(
            self.out,
            r#"<g class="{class}" font-family="system-ui, sans-serif" font-size="{height}" text-anchor="middle" fill="{fill}">"#
        )
    }

    /// A text with its middle at a point; not every renderer knows `dominant-baseline`.
    fn text(&mut self, (x, y): (f64, f64), text: &str, attributes: &str) -> fmt::Result {
        let text = escaped(text);
        writeln!(self.out, r#"<text x="{x}" y="{y}" dy="0.35em"{attributes}>{text}</text>"#)
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::super::samples;
    use super::*;

    /// Whether every tag that opens closes in turn, and every quotation mark within a tag.
    fn is_well_formed(document: &str) -> bool {
        let mut open = Vec::new();
        for part in document.split('<').skip(1) {
            let Some((tag, text)) = part.split_once('>') else {
                return false;
            };
            if tag.matches('"').count() % 2 != 0 || text.contains('"') && open.is_empty() {
                return false;
            }
            if let Some(name) = tag.strip_prefix('/') {
                if open.pop() != Some(name) {
                    return false;
                }
            } else if !tag.ends_with('/') {
                open.push(tag.split(' ').next().unwrap_or(tag));
            }
        }
        open.is_empty()
    }

    fn group<'a>(document: &'a str, class: &str) -> &'a str {
        let (_, rest) = document.split_once(&format!(r#"<g class="{class}""#)).expect("the group");
        rest.split_once("</g>").expect("its end").0
    }

    #[test]
    fn the_check_of_tags_is_no_formality() {
        assert!(is_well_formed("<a><b c=\"d\"/></a>"));
        for broken in ["<a><b></a></b>", "<a>", "<a b=\"></a>", "<a"] {
            assert!(!is_well_formed(broken), "{broken}");
        }
    }

    #[test]
    fn all_pictures_are_well_formed() {
        let mut labelled = samples::middle_game();
        labelled.labels = vec![("B1".parse().unwrap(), "<&>".into())];
        let star = samples::star(Side::Horizontal);
        for diagram in [samples::middle_game(), samples::won(), star, labelled] {
            for dark in [false, true] {
                let style = SvgStyle { dark, title: "A < B & C", ..SvgStyle::default() };
                let picture = svg(&diagram, style);
                assert!(is_well_formed(&picture), "{picture}");
                assert!(picture.contains("<title>A &lt; B &amp; C</title>"));
            }
        }
    }

    #[test]
    fn each_peg_is_drawn_once_in_its_place() {
        let diagram = samples::won();
        let picture = svg(&diagram, SvgStyle::default());
        let pegs = group(&picture, "pegs");
        assert_eq!(pegs.matches("<circle").count(), diagram.pegs.len());
        for (hole, side) in diagram.pegs {
            // The margin is 50 pixels, a spacing 40.
            let x = 50 + 40 * u32::from(hole.column());
            let y = 50 + 40 * u32::from(hole.row());
            let fill = match side {
                Side::Vertical => LIGHT.vertical,
                Side::Horizontal => LIGHT.board,
            };
            let place = format!(r#"<circle cx="{x}" cy="{y}""#);
            let circle = pegs.lines().find(|line| line.starts_with(&place));
            let circle = circle.expect("a circle at the peg's hole");
            assert!(circle.contains(&format!(r#"fill="{fill}""#)), "{circle}");
        }
        // 21 holes without the pegs'.
        assert_eq!(group(&picture, "holes").matches("<circle").count(), 21 - 8);
    }

    #[test]
    fn links_run_from_peg_to_peg_in_every_direction() {
        let diagram = samples::star(Side::Vertical);
        let picture = svg(&diagram, SvgStyle::default());
        let links = group(&picture, "links");
        for (x, y) in [(1, 0), (3, 0), (0, 1), (4, 1)] {
            let (x1, y1) = (50 + 40 * x, 50 + 40 * y);
            let line = format!(r#"<line x1="{x1}" y1="{y1}" x2="130" y2="130""#);
            assert_eq!(links.matches(&line).count(), 1, "{line}");
        }
        for (x, y) in [(0, 3), (4, 3), (1, 4), (3, 4)] {
            let (x2, y2) = (50 + 40 * x, 50 + 40 * y);
            let line = format!(r#"<line x1="130" y1="130" x2="{x2}" y2="{y2}""#);
            assert_eq!(links.matches(&line).count(), 1, "{line}");
        }
    }

    #[test]
    fn the_glow_covers_the_winning_chain_alone() {
        let picture = svg(&samples::won(), SvgStyle::default());
        let glow = group(&picture, "glow");
        assert_eq!(glow.matches("<line").count(), 3);
        assert_eq!(glow.matches("<circle").count(), 4);
        let unfinished = svg(&samples::middle_game(), SvgStyle::default());
        assert!(!unfinished.contains("glow"));
    }

    #[test]
    fn the_last_peg_alone_has_a_ring() {
        let picture = svg(&samples::won(), SvgStyle::default());
        assert_eq!(picture.matches(r#"<circle class="last" cx="170" cy="210""#).count(), 1);
        let mut without = samples::won();
        without.last = None;
        assert!(!svg(&without, SvgStyle::default()).contains("last"));
    }
}
