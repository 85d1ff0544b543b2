//! Strength by generation as an SVG picture: every track's Elo above its own first network.

use crate::rounds::line::{Elo, Round};
use std::fmt::Write;

/// The picture's size.
pub const WIDTH: f64 = 640.0;
/// See [`WIDTH`].
pub const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 64.0;
const BOTTOM: f64 = 44.0;
/// Steps of the Elo axis.
const STEPS: [f64; 12] =
    [5.0, 10.0, 20.0, 25.0, 50.0, 100.0, 200.0, 250.0, 500.0, 1000.0, 2000.0, 5000.0];

/// Colours of the tracks by their place, for light and dark viewers; further tracks begin anew.
const COLOURS: [(&str, &str); 4] = [
    ("#0969da", "#58a6ff"),
    ("#bc4c00", "#f0883e"),
    ("#1a7f37", "#3fb950"),
    ("#8250df", "#bc8cff"),
];

/// A generation of a track.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    generation: usize,
    elo: Elo,
    promoted: bool,
}

/// Plain rules: many viewers know no variables.
fn style(paper: &str, ink: &str, grid: &str, colour: impl Fn(usize) -> &'static str) -> String {
    let mut text = format!(
        ".paper {{ fill: {paper} }} .ink {{ fill: {ink} }} .axis {{ stroke: {ink} }} \
         .grid {{ stroke: {grid} }}"
    );
    for place in 0..COLOURS.len() {
        let colour = colour(place);
        let _ = write!(text, " .f{place} {{ fill: {colour} }} .s{place} {{ stroke: {colour} }}");
    }
    text
}

/// A step of at most eight on the axis, and the axis's ends, multiples of it.
fn scale(low: f64, high: f64) -> (f64, f64, f64) {
    let (low, high) = (low.min(0.0), high.max(10.0));
    let step = STEPS.into_iter().find(|step| (high - low) / step <= 8.0).unwrap_or(STEPS[11]);
    (step, (low / step).floor() * step, (high / step).ceil() * step)
}

/// Where things stand.
struct Frame {
    last: f64,
    low: f64,
    high: f64,
}

impl Frame {
    fn x(&self, generation: usize) -> f64 {
        LEFT + 16.0 + (WIDTH - LEFT - RIGHT - 32.0) * generation as f64 / self.last
    }

    fn y(&self, elo: f64) -> f64 {
        HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * (elo - self.low) / (self.high - self.low)
    }
}

/// The picture of the finished generations; `tracks` in the order of the settings.
#[must_use]
pub fn draw(rounds: &[Round], tracks: &[&str]) -> String {
    let of = |track: &str| -> Vec<Point> {
        let lines = rounds.iter().enumerate();
        let lines = lines.filter_map(|(n, round)| Some((n, round.tracks.get(track)?)));
        lines
            .map(|(generation, line)| Point {
                generation,
                elo: line.above_first,
                promoted: line.promoted,
            })
            .collect()
    };
    let series: Vec<(&str, Vec<Point>)> = tracks.iter().map(|track| (*track, of(track))).collect();
    let points = || series.iter().flat_map(|(_, points)| points);
    let low = points().map(|point| point.elo.elo - point.elo.error).fold(0.0, f64::min);
    let high = points().map(|point| point.elo.elo + point.elo.error).fold(0.0, f64::max);
    let (step, low, high) = scale(low, high);
    let frame = Frame { last: rounds.len().saturating_sub(1).max(1) as f64, low, high };
    let light = style("#fff", "#24292f", "#d8dee4", |place| COLOURS[place].0);
    let dark = style("#0d1117", "#e6edf3", "#30363d", |place| COLOURS[place].1);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" \
         font-family=\"sans-serif\" font-size=\"12\">\n\
         <style>{light} @media (prefers-color-scheme: dark) {{ {dark} }}</style>\n\
         <rect class=\"paper\" width=\"100%\" height=\"100%\"/>\n"
    );
    // Writing to a text cannot fail.
    let _ = axes(&mut svg, &frame, step, rounds.len());
    for (place, (name, points)) in series.iter().enumerate() {
        let _ = track(&mut svg, &frame, (place, series.len()), name, points);
    }
    if !points().all(|point| point.promoted) {
        let x = WIDTH - RIGHT;
        let _ = writeln!(
            svg,
            "<text class=\"ink\" x=\"{x}\" y=\"44\" text-anchor=\"end\">hollow: not promoted</text>"
        );
    }
    svg + "</svg>\n"
}

fn axes(svg: &mut String, frame: &Frame, step: f64, rounds: usize) -> std::fmt::Result {
    let steps = ((frame.high - frame.low) / step).round() as i32;
    for n in 0..=steps {
        let elo = frame.low + f64::from(n) * step;
        let (class, label) = if elo == 0.0 {
            ("axis", "0".to_owned())
        } else {
            ("grid", format!("{elo:+}").replace('-', "\u{2212}"))
        };
        let y = frame.y(elo);
        let (end, x) = (WIDTH - RIGHT, LEFT - 8.0);
        writeln!(svg, "<path class=\"{class}\" d=\"M{LEFT} {y:.1}H{end}\"/>")?;
        let y = y + 4.0;
        writeln!(
            svg,
            "<text class=\"ink\" x=\"{x}\" y=\"{y:.1}\" text-anchor=\"end\">{label}</text>"
        )?;
    }
    let foot = HEIGHT - BOTTOM + 18.0;
    for n in (0..rounds).step_by(rounds.div_ceil(16).max(1)) {
        let x = frame.x(n);
        writeln!(
            svg,
            "<text class=\"ink\" x=\"{x:.1}\" y=\"{foot}\" text-anchor=\"middle\">{n}</text>"
        )?;
    }
    let (middle, bottom) = ((LEFT + WIDTH - RIGHT) / 2.0, HEIGHT - 8.0);
    writeln!(
        svg,
        "<text class=\"ink\" x=\"{middle}\" y=\"{bottom}\" text-anchor=\"middle\">generation</text>"
    )?;
    writeln!(
        svg,
        "<text class=\"ink\" x=\"{LEFT}\" y=\"44\">Elo above the track's first network</text>"
    )
}

fn track(
    svg: &mut String,
    frame: &Frame,
    (place, of): (usize, usize),
    name: &str,
    points: &[Point],
) -> std::fmt::Result {
    // Side by side, so that the error bars of one do not hide the others'.
    let shift = 6.0 * (place as f64 - (of as f64 - 1.0) / 2.0);
    let x = |point: &Point| frame.x(point.generation) + shift;
    let colour = place % COLOURS.len();
    let left = LEFT + 120.0 * place as f64;
    writeln!(svg, "<g class=\"s{colour}\">")?;
    writeln!(
        svg,
        "<text class=\"f{colour}\" x=\"{left}\" y=\"24\" stroke=\"none\" \
         font-weight=\"bold\">{name}</text>"
    )?;
    let way: Vec<String> = points
        .iter()
        .filter(|point| point.promoted)
        .map(|point| format!("{:.1},{:.1}", x(point), frame.y(point.elo.elo)))
        .collect();
    writeln!(svg, "<polyline points=\"{}\" fill=\"none\" stroke-width=\"2\"/>", way.join(" "))?;
    for point in points {
        let Elo { elo, error } = point.elo;
        let (x, y) = (x(point), frame.y(elo));
        let (low, high) = (frame.y(elo - error), frame.y(elo + error));
        let fill = if point.promoted { format!("f{colour}") } else { "paper".to_owned() };
        writeln!(svg, "<path d=\"M{x:.1} {low:.1}V{high:.1}\" opacity=\"0.6\"/>")?;
        writeln!(svg, "<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"4\" class=\"{fill}\"/>")?;
    }
    writeln!(svg, "</g>")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::line::Line;
    use std::collections::BTreeMap;

    fn line(generation: u32, elo: f64, promoted: bool) -> Line {
        Line {
            generation,
            games: 1,
            positions: 1,
            games_of: None,
            held_out: BTreeMap::new(),
            matches: BTreeMap::new(),
            promoted,
            verdict: String::new(),
            above_first: Elo { elo, error: 20.0 * f64::from(generation) },
            minutes: BTreeMap::new(),
        }
    }

    fn numbers(svg: &str, name: &str) -> Vec<f64> {
        let name = format!(" {name}=\"");
        let parts = svg.split(&name).skip(1);
        parts.map(|part| part.split('"').next().unwrap_or("").parse().expect("a number")).collect()
    }

    #[test]
    fn every_generation_of_every_track_is_in_the_picture() {
        for count in [1, 2, 40] {
            let rounds: Vec<Round> = (0..count)
                .map(|n| {
                    let arena = line(n, 40.0 * f64::from(n), n % 3 != 2);
                    let club = line(n, -30.0 * f64::from(n), true);
                    let mut tracks = BTreeMap::from([("arena".to_owned(), arena)]);
                    // A track may be added later.
                    if n > 0 {
                        tracks.insert("club".to_owned(), club);
                    }
                    Round { generation: n, tracks }
                })
                .collect();
            let svg = draw(&rounds, &["arena", "club"]);
            let (x, y) = (numbers(&svg, "cx"), numbers(&svg, "cy"));
            assert_eq!(x.len() as u32, 2 * count - 1);
            assert!(x.iter().all(|x| (LEFT..WIDTH - RIGHT).contains(x)), "{x:?}");
            assert!(y.iter().all(|y| (TOP..=HEIGHT - BOTTOM).contains(y)), "{y:?}");
            let hollow = svg.matches("class=\"paper\"/>").count();
            assert_eq!(hollow as u32, count / 3);
            assert_eq!(svg.contains("hollow"), count > 2);
        }
    }
}
