//! The loss curve as an SVG picture.

use std::fmt::Write;

const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 320.0;
const MARGIN: f64 = 48.0;
const COLOURS: [&str; 7] =
    ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#ff7f0e", "#17becf", "#8c564b"];
const LEGEND_COLUMNS: usize = 4;

/// One line of the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// What it shows.
    pub name: String,
    /// A value for every step that is shown.
    pub values: Vec<f64>,
}

/// Draws each line over the steps; all share the axes, which start at 0. `None` without steps.
#[must_use]
pub fn draw(steps: &[u64], lines: &[Line]) -> Option<String> {
    let right = (*steps.last()?).max(1);
    let values = lines.iter().flat_map(|line| &line.values).copied();
    let top = values.filter(|value| value.is_finite()).fold(0.0, f64::max) * 1.05;
    let top = if top > 0.0 { top } else { 1.0 };
    let x = |step: u64| MARGIN + (WIDTH - 2.0 * MARGIN) * step as f64 / right as f64;
    let y = |value: f64| HEIGHT - MARGIN - (HEIGHT - 2.0 * MARGIN) * value / top;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    for tick in 0..5 {
        let value = top * f64::from(tick) / 4.0;
        let _ = writeln!(
            out,
            "<path d=\"M{MARGIN} {:.1}H{}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{value:.2}</text>",
            y(value),
            WIDTH - MARGIN,
            MARGIN - 6.0,
            y(value) + 4.0
        );
    }
    let _ = writeln!(
        out,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{right} steps</text>",
        WIDTH - MARGIN,
        HEIGHT - 20.0
    );
    for (i, (line, colour)) in lines.iter().zip(COLOURS.iter().cycle()).enumerate() {
        let finite = steps.iter().zip(&line.values).filter(|(_, value)| value.is_finite());
        let points: Vec<String> =
            finite.map(|(&step, &value)| format!("{:.1},{:.1}", x(step), y(value))).collect();
        let (row, column) = (i / LEGEND_COLUMNS, i % LEGEND_COLUMNS);
        let _ = writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\n\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\">{}</text>",
            points.join(" "),
            MARGIN + 130.0 * column as f64,
            18 + 16 * row,
            line.name
        );
    }
    out.push_str("</svg>\n");
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_value_stands_at_the_top_and_the_last_step_at_the_right() {
        let line = Line { name: "policy".to_string(), values: vec![4.0, 2.0] };
        let svg = draw(&[0, 100], &[line]).unwrap();
        // 4 is 1/1.05 of the axis' 224 above the lower margin; 2 half of that.
        assert!(svg.contains("points=\"48.0,58.7 592.0,165.3\""), "{svg}");
        assert!(svg.contains(">policy</text>") && svg.contains(">100 steps</text>"));
        assert_eq!(draw(&[], &[]), None);
    }
}
