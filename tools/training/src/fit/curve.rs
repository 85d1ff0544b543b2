//! Chart of the loss curve.

use crate::fit::checkpoint::LossReport;
use crate::fit::losses::Auxiliary;
use render::chart::{Axis, Chart, Colour, Frame, Theme};

const FRAME: Frame =
    Frame { width: 640.0, height: 320.0, left: 48.0, right: 24.0, top: 52.0, bottom: 48.0 };

/// Selects a loss; `None` for a held-out loss if no games are held out.
type Pick = fn(&LossReport) -> Option<f64>;

/// Renders the losses of the trained heads by step as SVG, on common axes that start at 0; `None`
/// without reports.
#[must_use]
pub fn render(history: &[LossReport], auxiliary: Auxiliary) -> Option<String> {
    let last = history.last()?.step.max(1) as f64;
    let all: [(&str, f32, Pick); 7] = [
        ("policy", 1.0, |report| Some(report.training.policy)),
        ("value", 1.0, |report| Some(report.training.value)),
        ("policy, held out", 1.0, |report| Some(report.held_out?.policy)),
        ("value, held out", 1.0, |report| Some(report.held_out?.value)),
        ("reply, held out", auxiliary.reply, |report| Some(report.held_out?.reply)),
        ("chain, held out", auxiliary.chain, |report| Some(report.held_out?.chain)),
        ("soft, held out", auxiliary.soft, |report| Some(report.held_out?.soft)),
    ];
    let points = |pick: Pick| -> Vec<(f64, f64)> {
        let points = history.iter().map(|report| (report.step as f64, pick(report)));
        let finite =
            |(step, loss): (f64, Option<f64>)| Some((step, loss.filter(|v| v.is_finite())?));
        points.filter_map(finite).collect()
    };
    let lines = all.into_iter().filter(|(_, weight, _)| *weight > 0.0);
    let lines = lines.map(|(name, _, pick)| (name, points(pick)));
    let lines: Vec<_> = lines.filter(|(_, points)| !points.is_empty()).collect();
    let top = lines.iter().flat_map(|(_, points)| points).map(|point| point.1).fold(0.0, f64::max);
    let (x, y) = (Axis::exact(0.0, last, 8), Axis::round(0.0, top, 5));
    let mut chart = Chart::new("Losses", "", Theme::Viewer, FRAME, x, y);
    chart.rows(|value| format!("{value:.2}"));
    chart.columns(|step| format!("{step}"));
    chart.name_columns(&format!("{last} steps"));
    chart.legend(&lines.iter().map(|(name, _)| *name).collect::<Vec<_>>());
    for (number, (_, points)) in lines.iter().enumerate() {
        chart.line(points, Colour::Series(number), 2.0);
    }
    Some(chart.finish())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fit::losses::Metrics;

    #[test]
    fn axes_range_from_0_to_the_maximum() {
        let report = |step, policy| {
            let training = Metrics { policy, ..Metrics::default() };
            LossReport { step, training, held_out: None }
        };
        let history = [report(0, 4.0), report(50, f64::NAN), report(100, 2.0)];
        let svg = render(&history, Auxiliary::default()).unwrap();
        // The axis goes from 0 at y = 272 to 4 at y = 52, so 2 is at y = 162.
        assert!(svg.contains("M48.0 52.0L616.0 162.0"), "{svg}");
        assert!(svg.contains(">policy</text>") && svg.contains(">100 steps</text>"));
        assert!(!svg.contains("held out"));
        assert_eq!(render(&[], Auxiliary::default()), None);
    }
}
