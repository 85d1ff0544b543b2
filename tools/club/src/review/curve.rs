//! Chart of a review: the value after every ply, with mistakes and blunders marked.

use analysis::review::{Mark, ReviewReport};
use render::chart::{Anchor, Axis, Chart, Colour, Font, Frame, Theme};

const FRAME: Frame =
    Frame { width: 960.0, height: 440.0, left: 52.0, right: 24.0, top: 82.0, bottom: 44.0 };
/// Maximum length of the result text, which may contain a long chain.
const MAX_RESULT_CHARS: usize = 100;
/// Minimum distance between two labels: as a fraction of the plies, and in percentage points of the
/// value.
const LABEL_DISTANCE: (f64, f64) = (0.06, 9.0);
/// Minimum fraction of the plies for a phase to be labelled.
const MIN_NAMED_PHASE: f64 = 0.07;

/// Renders the chart as SVG: vertical's winning chances, in percent, over the plies.
pub(super) fn svg(report: &ReviewReport, dark: bool) -> String {
    let values: Vec<(f64, f64)> = std::iter::once(report.start)
        .chain(report.moves.iter().map(|turn| turn.after))
        .enumerate()
        .map(|(ply, value)| (ply as f64, 100.0 * value))
        .collect();
    let [vertical, horizontal] = &report.sides;
    let title = format!("{vertical} - {horizontal}");
    let theme = if dark { Theme::Dark } else { Theme::Light };
    let plies = Axis::new(0.0, report.moves.len().max(1) as f64, 15);
    let plies = Axis { step: plies.step.max(1.0), ..plies };
    let mut chart = Chart::new(&title, theme, FRAME, plies, Axis::new(0.0, 100.0, 10));
    heading(report, &title, &mut chart);
    chart.area(&values, 0.0, Colour::Series(0));
    chart.area(&values, 100.0, Colour::Series(1));
    chart.rows(|value| format!("{value}"));
    chart.columns(|ply| format!("{ply}"));
    chart.name_columns("ply");
    phases(report, &values, &mut chart);
    chart.line(&values, Colour::Ink, 2.0);
    marks(report, &mut chart);
    chart.finish()
}

fn heading(report: &ReviewReport, title: &str, chart: &mut Chart) {
    let [columns, rows] = report.size;
    let result: String = report.result.chars().take(MAX_RESULT_CHARS).collect();
    let about = format!("{columns} x {rows} holes, {}: {result}", report.rules);
    chart.text((20.0, 20.0), title, Font::heading(19.0));
    chart.text((20.0, 42.0), &about, Font::heading(14.0));
    let key = format!(
        "Winning chances of vertical (orange) in percent after each ply.  Filled: blunder, loss of {:.0} % \
         or more.  Hollow: mistake, {:.0} %.",
        100.0 * report.blunder,
        100.0 * Mark::Mistake.threshold(report.blunder)
    );
    chart.text((20.0, 62.0), &key, Font::label(Colour::Faint, Anchor::Start));
}

fn phases(report: &ReviewReport, values: &[(f64, f64)], chart: &mut Chart) {
    let last = values.len().max(2) as f64 - 1.0;
    for phase in &report.phases {
        let start = phase.first as f64 - 0.5;
        if phase.first > 0 {
            chart.border(start, Colour::Faint);
        }
        if (phase.last - phase.first + 1) as f64 / last <= MIN_NAMED_PHASE {
            continue;
        }
        let middle = (start.max(0.0) + (phase.last as f64 + 0.5).min(last)) / 2.0;
        // At the edge farther from the curve.
        let inside = &values[phase.first..=phase.last];
        let mean = inside.iter().map(|&(_, value)| value).sum::<f64>() / inside.len() as f64;
        let y = if mean < 50.0 { chart.top() + 10.0 } else { chart.bottom() - 10.0 };
        let font = Font::label(Colour::Faint, Anchor::Middle);
        chart.text((chart.x(middle), y), phase.name.words(), font);
    }
}

/// Marks mistakes and blunders. A blunder is labelled with its turn unless another label is too close.
fn marks(report: &ReviewReport, chart: &mut Chart) {
    let last = report.moves.len().max(1) as f64;
    let mut named: Vec<(f64, f64)> = Vec::new();
    for turn in &report.moves {
        let Some(mark) = turn.mark else { continue };
        let at = (turn.ply as f64, 100.0 * turn.after);
        let colour = Colour::Series(usize::from(turn.side != "vertical"));
        let radius = if mark == Mark::Blunder { 5.0 } else { 4.0 };
        chart.point(at, radius, colour, mark == Mark::Mistake);
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
            _ if at.1 > 96.0 => (Anchor::Start, 8.0, 9.0),
            _ if at.1 < 4.0 => (Anchor::Start, 8.0, -9.0),
            true => (Anchor::Middle, 0.0, -14.0),
            false => (Anchor::Middle, 0.0, 14.0),
        };
        let place = (chart.x(at.0) + right, chart.y(at.1) + down);
        let words = format!("{}. {}{}", turn.ply, turn.turn, mark.sign());
        chart.text(place, &words, Font::label(Colour::Ink, anchor));
    }
}
