//! Charts as SVG: axes with round ticks, lines, areas, error bars, points, texts and a legend.
//!
//! Whoever makes a chart picks the [`Axis`] ranges and calls the [`Chart`]'s methods in drawing order,
//! with values in units of the axes. Texts that belong to no value are placed in pixels.
//!
//! ```
//! use render::chart::{Axis, Chart, Colour, Frame, Theme};
//!
//! let values = [(0.0, 2.5), (10.0, 1.5), (20.0, 1.25)];
//! let frame = Frame { width: 640.0, height: 320.0, left: 48.0, right: 16.0, top: 40.0, bottom: 40.0 };
//! let (x, y) = (Axis::exact(0.0, 20.0, 10), Axis::round(0.0, 2.5, 5));
//! let mut chart = Chart::new("Loss", "", Theme::Viewer, frame, x, y);
//! chart.rows(|loss| format!("{loss:.1}"));
//! chart.columns(|step| format!("{step}"));
//! chart.line(&values, Colour::Series(0), 2.0);
//! chart.legend(&["training"]);
//! assert!(chart.finish().ends_with("</svg>\n"));
//! ```

use crate::svg::{escaped, Document};
use std::fmt::Arguments;

/// Height of the letters of labels, in pixels.
pub const FONT: f64 = 12.0;
/// Mean width of a letter, in heights; rather too wide, so that texts fit.
const LETTER: f64 = 0.58;
/// Half the width of an error bar's ends, in pixels.
const CAP: f64 = 4.0;

/// The range of one direction and the distance of its ticks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Axis {
    /// The value at the left or at the bottom.
    pub low: f64,
    /// The value at the right or at the top.
    pub high: f64,
    /// From tick to tick: 1, 2 or 5 times a power of ten.
    pub step: f64,
}

impl Axis {
    /// An axis of exactly this range, whose ticks make at most `spaces` spaces. An empty range is
    /// widened.
    #[must_use]
    pub fn exact(low: f64, high: f64, spaces: u32) -> Axis {
        let high = if high > low { high } else { low + 1.0 };
        let rough = (high - low) / f64::from(spaces.max(1));
        let power = 10.0_f64.powf(rough.log10().floor());
        let steps = [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power);
        // Without the tolerance a range of exactly `spaces` steps might get the next larger one.
        let step = steps.into_iter().find(|step| step * (1.0 + 1e-9) >= rough);
        Axis { low, high, step: step.unwrap_or(10.0 * power) }
    }

    /// An axis of at least this range, with a tick at both ends.
    #[must_use]
    pub fn round(low: f64, high: f64, spaces: u32) -> Axis {
        let Axis { low, high, step } = Axis::exact(low, high, spaces);
        Axis { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// The ticks in rising order.
    pub fn ticks(self) -> impl Iterator<Item = f64> {
        let number = |value: f64| value / self.step;
        let first = (number(self.low) - 1e-9).ceil() as i64;
        let last = (number(self.high) + 1e-9).floor() as i64;
        (first..=last).map(move |tick| tick as f64 * self.step)
    }

    /// Whether a value is in the range.
    #[must_use]
    pub fn shows(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Where a value is in the range, from 0 to 1; a value outside is at the nearest end.
    fn share(self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }
}

/// The document's size and the margins around the plot, in pixels.
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

/// Dark on light, light on dark, or as the viewer prefers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Theme {
    Light,
    Dark,
    Viewer,
}

/// A colour by its role.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Colour {
    /// Texts and main lines.
    Ink,
    /// Texts and lines of less weight.
    Faint,
    /// Lines of the grid.
    Grid,
    /// The background.
    Paper,
    /// Data. The first two are the colours of the vertical and the horizontal side on the boards; after
    /// the last one they repeat.
    Series(usize),
}

/// Class names and colours, light and dark, of the roles in their order and then of the series. These are
/// Okabe and Ito's, which people with any colour blindness tell apart.
const COLOURS: [(&str, [&str; 2]); 11] = [
    ("ink", ["#24221e", "#eceff4"]),
    ("faint", ["#7c766b", "#8b93a0"]),
    ("grid", ["#e0ddd5", "#2b3038"]),
    ("paper", ["#fdfcf9", "#16191f"]),
    ("data0", ["#e69f00", "#e69f00"]),
    ("data1", ["#0072b2", "#56b4e9"]),
    ("data2", ["#009e73", "#2fc49b"]),
    ("data3", ["#cc79a7", "#e09cc3"]),
    ("data4", ["#d55e00", "#f0833a"]),
    ("data5", ["#4ba3d8", "#a5d8f5"]),
    ("data6", ["#8c6d1f", "#cdb35f"]),
];
/// Where the series start among the colours.
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

/// Which end of a text is at its point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// How a text is set.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Font {
    /// See [`Colour`].
    pub colour: Colour,
    /// See [`Anchor`].
    pub anchor: Anchor,
    /// Height of the letters in pixels.
    pub size: f64,
    /// Degrees by which it is turned, clockwise, around its point.
    pub turn: f64,
}

impl Font {
    /// A label of this colour and anchor.
    #[must_use]
    pub const fn label(colour: Colour, anchor: Anchor) -> Font {
        Font { colour, anchor, size: FONT, turn: 0.0 }
    }

    /// A heading of this height.
    #[must_use]
    pub const fn heading(size: f64) -> Font {
        Font { colour: Colour::Ink, anchor: Anchor::Start, size, turn: 0.0 }
    }
}

/// A chart in the making.
#[derive(Debug)]
pub struct Chart {
    document: Document,
    frame: Frame,
    x: Axis,
    y: Axis,
}

impl Chart {
    /// Starts a chart. Screen readers read `title` and `description` out; neither is drawn.
    #[must_use]
    pub fn new(
        title: &str,
        description: &str,
        theme: Theme,
        frame: Frame,
        x: Axis,
        y: Axis,
    ) -> Chart {
        let Frame { width, height, .. } = frame;
        let mut chart = Chart { document: Document::default(), frame, x, y };
        chart.document.open((width, height), title);
        if !description.is_empty() {
            chart.put(format_args!("<desc>{}</desc>", escaped(description)));
        }
        let style = match theme {
            Theme::Light => colours(0),
            Theme::Dark => colours(1),
            Theme::Viewer => {
                format!("{}@media(prefers-color-scheme:dark){{{}}}", colours(0), colours(1))
            }
        };
        chart.put(format_args!(
            "<style>text{{font-family:system-ui,'DejaVu Sans',sans-serif}}path{{fill:none}}{style}\
             </style>"
        ));
        chart.put(format_args!(r#"<rect class="fill-paper" width="{width}" height="{height}"/>"#));
        chart
    }

    /// The pixel of a value of the horizontal axis.
    #[must_use]
    pub fn x(&self, value: f64) -> f64 {
        self.left() + self.x.share(value) * (self.right() - self.left())
    }

    /// The pixel of a value of the vertical axis.
    #[must_use]
    pub fn y(&self, value: f64) -> f64 {
        self.bottom() - self.y.share(value) * (self.bottom() - self.top())
    }

    /// The pixel of the plot's left edge.
    #[must_use]
    pub const fn left(&self) -> f64 {
        self.frame.left
    }

    /// The pixel of the plot's right edge.
    #[must_use]
    pub fn right(&self) -> f64 {
        self.frame.width - self.frame.right
    }

    /// The pixel of the plot's upper edge.
    #[must_use]
    pub const fn top(&self) -> f64 {
        self.frame.top
    }

    /// The pixel of the plot's lower edge.
    #[must_use]
    pub fn bottom(&self) -> f64 {
        self.frame.height - self.frame.bottom
    }

    /// A line across the plot at every tick of the vertical axis, and its label at the left.
    pub fn rows(&mut self, label: impl Fn(f64) -> String) {
        let (left, right) = (self.left(), self.right());
        for tick in self.y.ticks() {
            let y = self.y(tick);
            self.stroke("", Colour::Grid, "", format_args!("M{left:.1} {y:.1}H{right:.1}"));
            let font = Font::label(Colour::Ink, Anchor::End);
            self.text((left - 8.0, y), &label(tick), font);
        }
    }

    /// A label below the plot for every tick of the horizontal axis, unless it is empty.
    pub fn columns(&mut self, label: impl Fn(f64) -> String) {
        let labels = self.x.ticks().map(|tick| (tick, label(tick)));
        for (tick, label) in labels.filter(|(_, label)| !label.is_empty()) {
            let at = (self.x(tick), self.bottom() + 14.0);
            self.text(at, &label, Font::label(Colour::Ink, Anchor::Middle));
        }
    }

    /// The name of the horizontal axis, below its labels.
    pub fn name_columns(&mut self, name: &str) {
        let at = ((self.left() + self.right()) / 2.0, self.bottom() + 31.0);
        self.text(at, name, Font::label(Colour::Faint, Anchor::Middle));
    }

    /// Names of the series, the first one that of `Series(0)`, in rows that end above the plot.
    pub fn legend(&mut self, names: &[&str]) {
        let widest = names.iter().map(|name| text_width(name, FONT)).fold(0.0, f64::max) + 42.0;
        let per_row = (((self.right() - self.left()) / widest) as usize).max(1);
        let rows = names.len().div_ceil(per_row);
        for (number, name) in names.iter().enumerate() {
            let x = self.left() + widest * (number % per_row) as f64;
            let y = self.top() - 16.0 * (rows - number / per_row) as f64 + 2.0;
            let line = format_args!("M{x:.1} {y:.1}h18");
            self.stroke("", Colour::Series(number), r#" stroke-width="3""#, line);
            self.text((x + 24.0, y), name, Font::label(Colour::Ink, Anchor::Start));
        }
    }

    /// A line through points.
    pub fn line(&mut self, points: &[(f64, f64)], colour: Colour, width: f64) {
        if points.len() > 1 {
            let attributes = format!(r#" stroke-width="{width}" stroke-linejoin="round""#);
            let path = self.path(points);
            self.stroke("line ", colour, &attributes, format_args!("{path}"));
        }
    }

    /// The area between points and a value of the vertical axis, in a light shade.
    pub fn area(&mut self, points: &[(f64, f64)], base: f64, colour: Colour) {
        if let ([(first, _), ..], [.., (last, _)]) = (points, points) {
            let outline = [&[(*first, base)], points, &[(*last, base)]].concat();
            let (path, class) = (self.path(&outline), colour.name());
            self.put(format_args!(
                r#"<path class="area fill-{class}" fill-opacity="0.2" d="{path}Z"/>"#
            ));
        }
    }

    /// A dashed line across the plot at a value of the horizontal axis.
    pub fn border(&mut self, value: f64, colour: Colour) {
        let (x, top, bottom) = (self.x(value), self.top(), self.bottom());
        let line = format_args!("M{x:.1} {top:.1}V{bottom:.1}");
        self.stroke("border ", colour, r#" stroke-dasharray="3 4""#, line);
    }

    /// A dashed line across the plot at a value of the vertical axis.
    pub fn level(&mut self, value: f64, colour: Colour) {
        let (y, left, right) = (self.y(value), self.left(), self.right());
        let line = format_args!("M{left:.1} {y:.1}H{right:.1}");
        self.stroke("level ", colour, r#" stroke-dasharray="5 4""#, line);
    }

    /// An error bar from `low` to `high`. An end outside of the plot has no cap.
    pub fn error_bar(&mut self, x: f64, (low, high): (f64, f64), colour: Colour) {
        let x = self.x(x);
        let mut path = format!("M{x:.1} {:.1}V{:.1}", self.y(high), self.y(low));
        for end in [high, low].into_iter().filter(|&end| self.y.shows(end)) {
            path += &format!("M{:.1} {:.1}h{}", x - CAP, self.y(end), 2.0 * CAP);
        }
        self.stroke("bar ", colour, r#" stroke-width="1.5""#, format_args!("{path}"));
    }

    /// A dot; a hollow one shows the background.
    pub fn point(&mut self, (x, y): (f64, f64), radius: f64, colour: Colour, hollow: bool) {
        let (x, y, class) = (self.x(x), self.y(y), colour.name());
        let fill = if hollow { Colour::Paper.name() } else { class };
        self.put(format_args!(
            r#"<circle class="point fill-{fill} stroke-{class}" stroke-width="2" cx="{x:.1}" cy="{y:.1}" r="{radius}"/>"#
        ));
    }

    /// A text whose middle line is at a pixel.
    pub fn text(&mut self, (x, y): (f64, f64), text: &str, font: Font) {
        let Font { colour, anchor, size, turn } = font;
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (class, text) = (colour.name(), escaped(text));
        let place = if turn == 0.0 {
            format!(r#"x="{x:.1}" y="{y:.1}""#)
        } else {
            format!(r#"transform="translate({x:.1} {y:.1}) rotate({turn})""#)
        };
        // Not every renderer supports `dominant-baseline`.
        self.put(format_args!(
            r#"<text class="fill-{class}" {place} dy="0.35em" font-size="{size}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    /// A solid line between pixels, such as from a label to what it names.
    pub fn pixels(&mut self, points: &[(f64, f64)], colour: Colour) {
        let path = joined(points.iter().copied());
        self.stroke("", colour, "", format_args!("{path}"));
    }

    /// Starts a group with a tooltip; [`Chart::close`] ends it.
    pub fn open(&mut self, tooltip: &str) {
        self.put(format_args!("<g><title>{}</title>", escaped(tooltip)));
    }

    /// Ends a group.
    pub fn close(&mut self) {
        self.put(format_args!("</g>"));
    }

    /// The document.
    #[must_use]
    pub fn finish(self) -> String {
        self.document.close()
    }

    /// A path's line, with a class besides its colour's before a blank and attributes after blanks.
    fn stroke(&mut self, class: &str, colour: Colour, attributes: &str, path: Arguments<'_>) {
        let colour = colour.name();
        self.put(format_args!(r#"<path class="{class}stroke-{colour}"{attributes} d="{path}"/>"#));
    }

    fn path(&self, points: &[(f64, f64)]) -> String {
        joined(points.iter().map(|&(x, y)| (self.x(x), self.y(y))))
    }

    fn put(&mut self, line: Arguments<'_>) {
        self.document.put(line);
    }
}

fn joined(pixels: impl Iterator<Item = (f64, f64)>) -> String {
    let points: Vec<String> = pixels.map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    format!("M{}", points.join("L"))
}

/// The style sheet of the light (0) or the dark (1) theme.
fn colours(theme: usize) -> String {
    let class = |(name, colours): (&str, [&str; 2])| {
        let colour = colours[theme];
        format!(".fill-{name}{{fill:{colour}}}.stroke-{name}{{stroke:{colour}}}")
    };
    COLOURS.map(class).concat()
}

/// About how wide a text is, in pixels; letters outside of Latin, Greek and Cyrillic count twice.
#[must_use]
pub fn text_width(text: &str, size: f64) -> f64 {
    let letters = text.chars().map(|c| if u32::from(c) < 0x2e80 { 1.0 } else { 2.0 }).sum::<f64>();
    letters * LETTER * size
}

/// A number with a true minus sign.
#[must_use]
pub fn signed(number: impl std::fmt::Display) -> String {
    number.to_string().replace('-', "\u{2212}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chart() -> Chart {
        let frame =
            Frame { width: 200.0, height: 100.0, left: 50.0, right: 50.0, top: 20.0, bottom: 30.0 };
        let axis = Axis::exact(0.0, 10.0, 10);
        Chart::new("<title>", "", Theme::Viewer, frame, axis, axis)
    }

    #[test]
    fn ticks_are_round() {
        let ticks = |axis: Axis| axis.ticks().collect::<Vec<_>>();
        let axis = Axis::round(-57.0, 143.0, 7);
        assert_eq!((axis.low, axis.high, axis.step), (-100.0, 150.0, 50.0));
        assert_eq!(ticks(axis), [-100.0, -50.0, 0.0, 50.0, 100.0, 150.0]);
        assert_eq!(
            ticks(Axis::exact(0.0, 47.0, 10)),
            [0.0, 5.0, 10.0, 15.0, 20.0, 25.0, 30.0, 35.0, 40.0, 45.0]
        );
        assert_eq!(ticks(Axis::exact(0.0, 1.0, 10)).len(), 11);
        assert_eq!(ticks(Axis::exact(3.0, 3.0, 4)), [3.0, 3.5, 4.0]);
    }

    #[test]
    fn values_become_pixels_of_the_plot() {
        let chart = chart();
        assert_eq!((chart.x(0.0), chart.x(10.0), chart.x(99.0)), (50.0, 150.0, 150.0));
        assert_eq!((chart.y(0.0), chart.y(5.0), chart.y(-1.0)), (70.0, 45.0, 70.0));
    }

    #[test]
    fn error_bars_end_open_outside_of_the_plot() {
        let mut chart = chart();
        chart.error_bar(5.0, (5.0, 20.0), Colour::Series(1));
        assert!(chart.finish().contains(r#"d="M100.0 20.0V45.0M96.0 45.0h8""#));
    }

    #[test]
    fn documents_are_closed_and_escaped() {
        let mut chart = chart();
        chart.rows(|value| format!("{value}"));
        chart.columns(|value| format!("{value}"));
        chart.area(&[(0.0, 1.0), (5.0, 7.0)], 0.0, Colour::Series(0));
        chart.open("a \u{1b}[1m & b");
        chart.point((1.0, 1.0), 4.0, Colour::Series(8), true);
        chart.close();
        let svg = chart.finish();
        assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("&lt;title&gt;") && svg.contains("a [1m &amp; b"));
        assert!(svg.contains("fill-paper stroke-data1"), "{svg}");
        for name in ["svg", "title", "style", "text", "g"] {
            let count = |tag: String| svg.matches(&tag).count();
            let open = count(format!("<{name} ")) + count(format!("<{name}>"));
            assert_eq!(open, count(format!("</{name}>")), "{name}");
        }
    }
}
