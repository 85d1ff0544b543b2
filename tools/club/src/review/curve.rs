//! Chart of a review as SVG: the value after every ply, with mistakes and blunders marked.
//!
//! Values are vertical's winning chances in percent. Elements cover those before them.

use analysis::review::{Mark, ReviewReport};
use render::{escaped, Document, Palette};
use std::fmt::Arguments;

/// Size of the document, in pixels.
const SIZE: (f64, f64) = (960.0, 440.0);
/// Edges of the plot, in pixels.
const LEFT: f64 = 52.0;
const RIGHT: f64 = 936.0;
const TOP: f64 = 82.0;
const BOTTOM: f64 = 396.0;
/// Font size of labels, in pixels.
const LABEL: f64 = 12.0;
/// Classes of the sides' colours.
const SIDES: [&str; 2] = ["data0", "data1"];
/// Maximum number of intervals between the labels of plies.
const MAX_INTERVALS: usize = 15;
/// Maximum length of the result text, which may contain a long chain.
const MAX_RESULT_CHARS: usize = 100;
/// Minimum distance between two labels: as a fraction of the plies, and in percentage points of the
/// value.
const LABEL_DISTANCE: (f64, f64) = (0.06, 9.0);
/// Minimum fraction of the plies for a phase to be labelled.
const MIN_NAMED_PHASE: f64 = 0.07;

/// Renders the chart as SVG.
pub(super) fn svg(report: &ReviewReport, dark: bool) -> String {
    let values: Vec<(f64, f64)> = std::iter::once(report.start)
        .chain(report.moves.iter().map(|turn| turn.after))
        .enumerate()
        .map(|(ply, value)| (ply as f64, 100.0 * value))
        .collect();
    let [vertical, horizontal] = &report.sides;
    let title = format!("{vertical} - {horizontal}");
    let mut chart = Chart { document: Document::default(), plies: report.moves.len().max(1) };
    chart.document.open(SIZE, &title);
    chart.background(dark);
    chart.heading(report, &title);
    for (side, base) in SIDES.into_iter().zip([0.0, 100.0]) {
        chart.area(&values, base, side);
    }
    chart.axes();
    chart.phases(report, &values);
    if values.len() > 1 {
        let line = chart.path(&values);
        let attributes = r#"stroke-width="2" stroke-linejoin="round""#;
        chart.put(format_args!(r#"<path class="line stroke-ink" {attributes} d="{line}"/>"#));
    }
    chart.marks(report);
    chart.document.close()
}

/// A chart under construction.
struct Chart {
    document: Document,
    /// Number of plies at the right edge.
    plies: usize,
}

impl Chart {
    fn x(&self, ply: f64) -> f64 {
        LEFT + ply / self.plies as f64 * (RIGHT - LEFT)
    }

    /// Adds the classes of the colours, and the background.
    fn background(&mut self, dark: bool) {
        let palette = Palette::usual(dark);
        let (faint, grid) = if dark { ("#8b93a0", "#2b3038") } else { ("#7c766b", "#e0ddd5") };
        let colours = [
            ("ink", palette.ink),
            ("faint", faint),
            ("grid", grid),
            ("paper", palette.board),
            (SIDES[0], palette.vertical),
            (SIDES[1], palette.horizontal),
        ];
        let classes = colours.map(|(name, colour)| {
            format!(".fill-{name}{{fill:{colour}}}.stroke-{name}{{stroke:{colour}}}")
        });
        self.put(format_args!(
            "<style>text{{font-family:system-ui,'DejaVu Sans',sans-serif}}path{{fill:none}}{}</style>",
            classes.concat()
        ));
        let (width, height) = SIZE;
        self.put(format_args!(r#"<rect class="fill-paper" width="{width}" height="{height}"/>"#));
    }

    fn heading(&mut self, report: &ReviewReport, title: &str) {
        let [columns, rows] = report.size;
        let result: String = report.result.chars().take(MAX_RESULT_CHARS).collect();
        let about = format!("{columns} x {rows} holes, {}: {result}", report.rules);
        self.text((20.0, 20.0), title, "ink", 19.0, "start");
        self.text((20.0, 42.0), &about, "ink", 14.0, "start");
        let key = format!(
            "Winning chances of vertical (orange) in percent after each ply.  Filled: blunder, loss of {:.0} % \
             or more.  Hollow: mistake, {:.0} %.",
            100.0 * report.blunder,
            100.0 * Mark::Mistake.threshold(report.blunder)
        );
        self.text((20.0, 62.0), &key, "faint", LABEL, "start");
    }

    /// Shades the area between a line through points and the horizontal line at `base`.
    fn area(&mut self, points: &[(f64, f64)], base: f64, class: &str) {
        let end = points.len() as f64 - 1.0;
        let outline = [&[(0.0, base)], points, &[(end, base)]].concat();
        let path = self.path(&outline);
        self.put(format_args!(
            r#"<path class="area fill-{class}" fill-opacity="0.2" d="{path}Z"/>"#
        ));
    }

    /// Adds a grid line and a label for every tenth of the values, and labels for plies.
    fn axes(&mut self) {
        for value in (0..=100).step_by(10) {
            let y = y(f64::from(value));
            self.put(format_args!(
                r#"<path class="stroke-grid" d="M{LEFT:.1} {y:.1}H{RIGHT:.1}"/>"#
            ));
            self.text((LEFT - 8.0, y), &value.to_string(), "ink", LABEL, "end");
        }
        let fits = |step: &usize| step * MAX_INTERVALS >= self.plies;
        let step = [1, 2, 5, 10, 20].into_iter().find(fits).unwrap_or(50);
        for ply in (0..=self.plies).step_by(step) {
            let at = (self.x(ply as f64), BOTTOM + 14.0);
            self.text(at, &ply.to_string(), "ink", LABEL, "middle");
        }
        let middle = ((LEFT + RIGHT) / 2.0, BOTTOM + 31.0);
        self.text(middle, "ply", "faint", LABEL, "middle");
    }

    fn phases(&mut self, report: &ReviewReport, values: &[(f64, f64)]) {
        let last = values.len().max(2) as f64 - 1.0;
        for phase in &report.phases {
            let start = phase.first as f64 - 0.5;
            if phase.first > 0 {
                let x = self.x(start);
                self.put(format_args!(
                    r#"<path class="border stroke-faint" stroke-dasharray="3 4" d="M{x:.1} {TOP:.1}V{BOTTOM:.1}"/>"#
                ));
            }
            if (phase.last - phase.first + 1) as f64 / last <= MIN_NAMED_PHASE {
                continue;
            }
            let middle = (start.max(0.0) + (phase.last as f64 + 0.5).min(last)) / 2.0;
            // At the edge farther from the curve.
            let inside = &values[phase.first..=phase.last];
            let mean = inside.iter().map(|&(_, value)| value).sum::<f64>() / inside.len() as f64;
            let y = if mean < 50.0 { TOP + 10.0 } else { BOTTOM - 10.0 };
            self.text((self.x(middle), y), phase.name.words(), "faint", LABEL, "middle");
        }
    }

    /// Marks mistakes and blunders. A blunder is labelled with its turn unless another label is too close.
    fn marks(&mut self, report: &ReviewReport) {
        let last = self.plies as f64;
        let mut named: Vec<(f64, f64)> = Vec::new();
        for turn in &report.moves {
            let Some(mark) = turn.mark else { continue };
            let at = (turn.ply as f64, 100.0 * turn.after);
            let (x, y) = (self.x(at.0), y(at.1));
            let stroke = SIDES[usize::from(turn.side != "vertical")];
            let (fill, radius) = match mark {
                Mark::Mistake => ("paper", 4),
                Mark::Blunder => (stroke, 5),
            };
            self.put(format_args!(
                r#"<circle class="point fill-{fill} stroke-{stroke}" stroke-width="2" cx="{x:.1}" cy="{y:.1}" r="{radius}"/>"#
            ));
            let near = |other: &(f64, f64)| {
                (other.0 - at.0).abs() < LABEL_DISTANCE.0 * last
                    && (other.1 - at.1).abs() < LABEL_DISTANCE.1
            };
            if mark != Mark::Blunder || named.iter().any(near) {
                continue;
            }
            named.push(at);
            // Above the point if the value rose, below if it fell; to the right of it near the edges.
            let (anchor, right, down) = match turn.after > turn.before {
                _ if at.1 > 96.0 => ("start", 8.0, 9.0),
                _ if at.1 < 4.0 => ("start", 8.0, -9.0),
                true => ("middle", 0.0, -14.0),
                false => ("middle", 0.0, 14.0),
            };
            let words = format!("{}. {}{}", turn.ply, turn.turn, mark.sign());
            self.text((x + right, y + down), &words, "ink", LABEL, anchor);
        }
    }

    /// Adds a text whose vertical centre is at the position, in pixels.
    fn text(&mut self, (x, y): (f64, f64), text: &str, class: &str, size: f64, anchor: &str) {
        let text = escaped(text);
        // Some renderers do not support `dominant-baseline`.
        self.put(format_args!(
            r#"<text class="fill-{class}" x="{x:.1}" y="{y:.1}" dy="0.35em" font-size="{size}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    fn path(&self, points: &[(f64, f64)]) -> String {
        let points = points.iter().map(|&(x, value)| format!("{:.1} {:.1}", self.x(x), y(value)));
        format!("M{}", points.collect::<Vec<_>>().join("L"))
    }

    fn put(&mut self, line: Arguments<'_>) {
        self.document.put(line);
    }
}

fn y(value: f64) -> f64 {
    BOTTOM - value / 100.0 * (BOTTOM - TOP)
}
