//! SVG charts: axes with ticks at round numbers, lines, areas, points and texts.
//!
//! Methods of [`Chart`] draw in call order. Values are in units of the axes, other positions in pixels.
//!
//! ```
//! use render::chart::{Axis, Chart, Colour, Frame, Theme};
//!
//! let values = [(0.0, 2.5), (10.0, 1.5), (20.0, 1.25)];
//! let frame = Frame { width: 640.0, height: 320.0, left: 48.0, right: 16.0, top: 40.0, bottom: 40.0 };
//! let (x, y) = (Axis::new(0.0, 20.0, 10), Axis::new(0.0, 2.5, 5));
//! let mut chart = Chart::new("Loss", Theme::Light, frame, x, y);
//! chart.rows(|loss| format!("{loss:.1}"));
//! chart.columns(|step| format!("{step}"));
//! chart.line(&values, Colour::Series(0), 2.0);
//! assert!(chart.finish().ends_with("</svg>\n"));
//! ```

use crate::svg::{escaped, Document, Palette};
use std::fmt::Arguments;

/// Font size of labels, in pixels.
const FONT: f64 = 12.0;

/// The range of an axis, and the interval between its ticks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Axis {
    /// Value at the left or lower end.
    pub low: f64,
    /// Value at the right or upper end.
    pub high: f64,
    /// Interval between ticks: 1, 2 or 5 times a power of ten.
    pub step: f64,
}

impl Axis {
    /// Returns an axis from `low` to `high` with at most `spaces` intervals between ticks. If the range is
    /// empty, `high` becomes `low + 1`.
    #[must_use]
    pub fn new(low: f64, high: f64, spaces: u32) -> Axis {
        let high = if high > low { high } else { low + 1.0 };
        let rough = (high - low) / f64::from(spaces.max(1));
        let power = 10.0_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        // The tolerance avoids a larger step than necessary after a rounding error.
        let step = steps.into_iter().find(|step| step * (1.0 + 1e-9) >= rough);
        Axis { low, high, step: step.unwrap_or(10.0 * power) }
    }

    /// Returns the ticks in ascending order.
    pub fn ticks(self) -> impl Iterator<Item = f64> {
        let number = |value: f64| value / self.step;
        let first = (number(self.low) - 1e-9).ceil() as i64;
        let last = (number(self.high) + 1e-9).floor() as i64;
        (first..=last).map(move |tick| tick as f64 * self.step)
    }

    /// Returns a value's position in the range, clamped to 0..=1.
    fn share(self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// The document's size and the plot's margins, in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
#[allow(missing_docs)]
pub struct Frame {
    pub width: f64,
    pub height: f64,
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
}

/// The colour scheme.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Theme {
    Light,
    Dark,
}

/// A colour by its role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Primary texts and lines.
    Ink,
    /// Secondary texts and lines.
    Faint,
    /// Grid lines.
    Grid,
    /// The background.
    Paper,
    /// A data series: even ones have vertical's colour, odd ones horizontal's.
    Series(usize),
}

const LIGHT: &Palette = Palette::usual(false);
const DARK: &Palette = Palette::usual(true);

/// Class names with light and dark colours: the roles, then the series.
const COLOURS: [(&str, [&str; 2]); 6] = [
    ("ink", [LIGHT.ink, DARK.ink]),
    ("faint", ["#7c766b", "#8b93a0"]),
    ("grid", ["#e0ddd5", "#2b3038"]),
    ("paper", [LIGHT.board, DARK.board]),
    ("data0", [LIGHT.vertical, DARK.vertical]),
    ("data1", [LIGHT.horizontal, DARK.horizontal]),
];
const SERIES: usize = 4;

impl Colour {
    fn name(self) -> &'static str {
        let index = match self {
            Colour::Ink => 0,
            Colour::Faint => 1,
            Colour::Grid => 2,
            Colour::Paper => 3,
            Colour::Series(number) => SERIES + number % (COLOURS.len() - SERIES),
        };
        COLOURS[index].0
    }
}

/// The part of a text that is at the text's position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// The style of a text.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Font {
    /// Colour of the letters.
    pub colour: Colour,
    /// Horizontal alignment.
    pub anchor: Anchor,
    /// Font size, in pixels.
    pub size: f64,
}

impl Font {
    /// Returns a label's style.
    #[must_use]
    pub const fn label(colour: Colour, anchor: Anchor) -> Font {
        Font { colour, anchor, size: FONT }
    }

    /// Returns a heading's style, with a font size in pixels.
    #[must_use]
    pub const fn heading(size: f64) -> Font {
        Font { colour: Colour::Ink, anchor: Anchor::Start, size }
    }
}

/// A chart under construction.
#[derive(Debug)]
pub struct Chart {
    document: Document,
    frame: Frame,
    x: Axis,
    y: Axis,
}

impl Chart {
    /// Starts a chart. Screen readers read `title`, which is invisible.
    #[must_use]
    pub fn new(title: &str, theme: Theme, frame: Frame, x: Axis, y: Axis) -> Chart {
        let Frame { width, height, .. } = frame;
        let mut chart = Chart { document: Document::default(), frame, x, y };
        chart.document.open((width, height), title);
        let style = colours(theme);
        chart.put(format_args!(
            "<style>text{{font-family:system-ui,'DejaVu Sans',sans-serif}}path{{fill:none}}{style}\
             </style>"
        ));
        chart.put(format_args!(r#"<rect class="fill-paper" width="{width}" height="{height}"/>"#));
        chart
    }

    /// Returns the x coordinate, in pixels, of a value on the horizontal axis.
    #[must_use]
    pub fn x(&self, value: f64) -> f64 {
        self.left() + self.x.share(value) * (self.right() - self.left())
    }

    /// Returns the y coordinate, in pixels, of a value on the vertical axis.
    #[must_use]
    pub fn y(&self, value: f64) -> f64 {
        self.bottom() - self.y.share(value) * (self.bottom() - self.top())
    }

    /// Left edge of the plot, in pixels.
    #[must_use]
    pub const fn left(&self) -> f64 {
        self.frame.left
    }

    /// Right edge of the plot, in pixels.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.frame.width - self.frame.right
    }

    /// Upper edge of the plot, in pixels.
    #[must_use]
    pub const fn top(&self) -> f64 {
        self.frame.top
    }

    /// Lower edge of the plot, in pixels.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.frame.height - self.frame.bottom
    }

    /// Adds a grid line and a label for every tick of the vertical axis.
    pub fn rows(&mut self, label: impl Fn(f64) -> String) {
        let (left, right) = (self.left(), self.right());
        for tick in self.y.ticks() {
            let y = self.y(tick);
            self.stroke("", Colour::Grid, "", format_args!("M{left:.1} {y:.1}H{right:.1}"));
            let font = Font::label(Colour::Ink, Anchor::End);
            self.text((left - 8.0, y), &label(tick), font);
        }
    }

    /// Adds labels for the ticks of the horizontal axis; empty labels are omitted.
    pub fn columns(&mut self, label: impl Fn(f64) -> String) {
        let labels = self.x.ticks().map(|tick| (tick, label(tick)));
        for (tick, label) in labels.filter(|(_, label)| !label.is_empty()) {
            let at = (self.x(tick), self.bottom() + 14.0);
            self.text(at, &label, Font::label(Colour::Ink, Anchor::Middle));
        }
    }

    /// Adds the name of the horizontal axis.
    pub fn name_columns(&mut self, name: &str) {
        let at = ((self.left() + self.right()) / 2.0, self.bottom() + 31.0);
        self.text(at, name, Font::label(Colour::Faint, Anchor::Middle));
    }

    /// Adds a line through points.
    pub fn line(&mut self, points: &[(f64, f64)], colour: Colour, width: f64) {
        if points.len() > 1 {
            let attributes = format!(r#" stroke-width="{width}" stroke-linejoin="round""#);
            let path = self.path(points);
            self.stroke("line ", colour, &attributes, format_args!("{path}"));
        }
    }

    /// Shades the area between a line through points and the horizontal line at `base`.
    pub fn area(&mut self, points: &[(f64, f64)], base: f64, colour: Colour) {
        if let ([(first, _), ..], [.., (last, _)]) = (points, points) {
            let outline = [&[(*first, base)], points, &[(*last, base)]].concat();
            let (path, class) = (self.path(&outline), colour.name());
            self.put(format_args!(
                r#"<path class="area fill-{class}" fill-opacity="0.2" d="{path}Z"/>"#
            ));
        }
    }

    /// Adds a dashed vertical line.
    pub fn border(&mut self, value: f64, colour: Colour) {
        let (x, top, bottom) = (self.x(value), self.top(), self.bottom());
        let line = format_args!("M{x:.1} {top:.1}V{bottom:.1}");
        self.stroke("border ", colour, r#" stroke-dasharray="3 4""#, line);
    }

    /// Adds a filled or hollow dot.
    pub fn point(&mut self, (x, y): (f64, f64), radius: f64, colour: Colour, hollow: bool) {
        let (x, y, class) = (self.x(x), self.y(y), colour.name());
        let fill = if hollow { Colour::Paper.name() } else { class };
        self.put(format_args!(
            r#"<circle class="point fill-{fill} stroke-{class}" stroke-width="2" cx="{x:.1}" cy="{y:.1}" r="{radius}"/>"#
        ));
    }

    /// Adds a text whose vertical centre is at the position, in pixels.
    pub fn text(&mut self, (x, y): (f64, f64), text: &str, font: Font) {
        let Font { colour, anchor, size } = font;
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (class, text) = (colour.name(), escaped(text));
        // Some renderers do not support `dominant-baseline`.
        self.put(format_args!(
            r#"<text class="fill-{class}" x="{x:.1}" y="{y:.1}" dy="0.35em" font-size="{size}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    /// Returns the SVG document.
    #[must_use]
    pub fn finish(self) -> String {
        self.document.close()
    }

    /// Adds a path. Unless empty, `class` must end with a space and `attributes` must start with one.
    fn stroke(&mut self, class: &str, colour: Colour, attributes: &str, path: Arguments<'_>) {
        let colour = colour.name();
        self.put(format_args!(r#"<path class="{class}stroke-{colour}"{attributes} d="{path}"/>"#));
    }

    fn path(&self, points: &[(f64, f64)]) -> String {
        let points = points.iter().map(|&(x, y)| format!("{:.1} {:.1}", self.x(x), self.y(y)));
        format!("M{}", points.collect::<Vec<_>>().join("L"))
    }

    fn put(&mut self, line: Arguments<'_>) {
        self.document.put(line);
    }
}

/// Returns the style sheet of a theme.
fn colours(theme: Theme) -> String {
    let class = |(name, [light, dark]): (&str, [&str; 2])| {
        let colour = if theme == Theme::Dark { dark } else { light };
        format!(".fill-{name}{{fill:{colour}}}.stroke-{name}{{stroke:{colour}}}")
    };
    COLOURS.map(class).concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let frame =
            Frame { width: 200.0, height: 100.0, left: 50.0, right: 50.0, top: 20.0, bottom: 30.0 };
        let axis = Axis::new(0.0, 10.0, 10);
        Chart::new("<title>", Theme::Light, frame, axis, axis)
    }

    #[test]
    fn ticks_are_round() {
        let ticks = |axis: Axis| axis.ticks().collect::<Vec<_>>();
        assert_eq!(ticks(Axis::new(-57.0, 143.0, 7)), [-50.0, 0.0, 50.0, 100.0]);
        assert_eq!(
            ticks(Axis::new(0.0, 47.0, 10)),
            [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0]
        );
        assert_eq!(ticks(Axis::new(0.0, 1.0, 10)).len(), 11);
        assert_eq!(ticks(Axis::new(3.0, 3.0, 4)), [3.0, 3.5, 4.0]);
    }

    #[test]
    fn values_map_to_pixels() {
        let chart = chart();
        assert_eq!((chart.x(0.0), chart.x(10.0), chart.x(99.0)), (50.0, 150.0, 150.0));
        assert_eq!((chart.y(0.0), chart.y(5.0), chart.y(-1.0)), (70.0, 45.0, 70.0));
    }

    #[test]
    fn documents_are_well_formed_and_escaped() {
        let mut chart = chart();
        chart.rows(|value| format!("{value}"));
        chart.columns(|value| format!("{value}"));
        chart.area(&[(0.0, 1.0), (5.0, 7.0)], 0.0, Colour::Series(0));
        chart.point((1.0, 1.0), 4.0, Colour::Series(3), true);
        chart.text((1.0, 1.0), "a \u{1b}[1m & b", Font::heading(14.0));
        let svg = chart.finish();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("&lt;title&gt;") && svg.contains("a [1m &amp; b"));
        assert!(svg.contains("fill-paper stroke-data1"), "{svg}");
        for name in ["svg", "title", "style", "text"] {
            let count = |tag: String| svg.matches(&tag).count();
            let open = count(format!("<{name} ")) + count(format!("<{name}>"));
            assert_eq!(open, count(format!("</{name}>")), "{name}");
        }
    }
}
