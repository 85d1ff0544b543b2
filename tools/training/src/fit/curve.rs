//! The loss curve as a chart.

use render::chart::{Axis, Chart, Colour, Frame, Theme};

const FRAME: Frame =
    Frame { width: 640.0, height: 320.0, left: 48.0, right: 24.0, top: 52.0, bottom: 48.0 };

/// One line of the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// A value for every step of the chart.
    pub values: Vec<f64>,
}

/// Draws each line over the steps; all share the axes, which start at 0. `None` without steps.
#[must_use]
pub fn draw(steps: &[u64], lines: &[Line]) -> Option<String> {
    let last = (*steps.last()?).max(1) as f64;
    let values = lines.iter().flat_map(|line| &line.values).copied();
    let top = values.filter(|value| value.is_finite()).fold(0.0, f64::max);
    let (x, y) = (Axis::exact(0.0, last, 8), Axis::round(0.0, top, 5));
    let mut chart = Chart::new("Losses", "", Theme::Viewer, FRAME, x, y);
    chart.rows(|value| format!("{value:.2}"));
    chart.columns(|step| format!("{step}"));
    chart.name_columns(&format!("{last} steps"));
    chart.legend(&lines.iter().map(|line| line.name.as_str()).collect::<Vec<_>>());
    for (number, line) in lines.iter().enumerate() {
        let points = steps.iter().zip(&line.values).map(|(&step, &value)| (step as f64, value));
        let finite: Vec<(f64, f64)> = points.filter(|(_, value)| value.is_finite()).collect();
        chart.line(&finite, Colour::Series(number), 2.0);
    }
    Some(chart.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_axes_reach_from_0_to_the_highest_value_and_the_last_step() {
        let line = Line { name: "policy".to_string(), values: vec![4.0, f64::NAN, 2.0] };
        let svg = draw(&[0, 50, 100], &[line]).unwrap();
        // 4 is at the top of the axis, 2 half way down to the lower margin at 272.
        assert!(svg.contains("M48.0 52.0L616.0 162.0"), "{svg}");
        assert!(svg.contains(">policy</text>") && svg.contains(">100 steps</text>"));
        assert_eq!(draw(&[], &[]), None);
    }
}
