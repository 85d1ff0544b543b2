//! Chart of strength by generation: each track's Elo difference to its own first network.

use crate::rounds::record::{Elo, GenerationRecord, Round};
use render::chart::{signed, Anchor, Axis, Chart, Colour, Font, Frame, Theme};

const FRAME: Frame =
    Frame { width: 640.0, height: 360.0, left: 56.0, right: 20.0, top: 64.0, bottom: 44.0 };
/// Distance between the error bars of two tracks, in pixels.
const APART: f64 = 6.0;

/// Renders the finished generations as SVG. `tracks` are the tracks' names, in the order of the settings.
#[must_use]
pub fn render(rounds: &[Round], tracks: &[&str]) -> String {
    let points = |track: &&str| -> Vec<(f64, &GenerationRecord)> {
        let lines = rounds.iter().enumerate();
        lines.filter_map(|(n, round)| Some((n as f64, round.tracks.get(*track)?))).collect()
    };
    let series: Vec<_> = tracks.iter().map(points).collect();
    let elo = series.iter().flatten().map(|(_, line)| line.above_first);
    let low = elo.clone().map(|Elo { elo, error }| elo - error).fold(0.0, f64::min);
    let high = elo.map(|Elo { elo, error }| elo + error).fold(10.0, f64::max);
    let last = rounds.len().saturating_sub(1).max(1) as f64;
    let step = Axis::exact(0.0, last, 16).step.max(1.0);
    // The margins leave room for the error bars of several tracks.
    let x = Axis { low: -0.03 * last, high: 1.03 * last, step };
    let title = "Elo above the track's first network";
    let mut chart = Chart::new(title, "", Theme::Viewer, FRAME, x, Axis::round(low, high, 8));
    chart.text((FRAME.left, 20.0), title, Font::label(Colour::Ink, Anchor::Start));
    chart.rows(|elo| if elo == 0.0 { "0".to_owned() } else { signed(format!("{elo:+}")) });
    chart.line(&[(x.low, 0.0), (x.high, 0.0)], Colour::Ink, 1.0);
    let is_there = |generation: f64| generation < rounds.len() as f64;
    chart.columns(|n| if is_there(n) { n.to_string() } else { String::new() });
    chart.name_columns("generation");
    chart.legend(tracks);
    for (number, points) in series.iter().enumerate() {
        let apart = APART / (chart.x(1.0) - chart.x(0.0));
        let shift = apart * (number as f64 - (series.len() as f64 - 1.0) / 2.0);
        track(&mut chart, Colour::Series(number), shift, points);
    }
    if !series.iter().flatten().all(|(_, line)| line.promoted) {
        let place = (chart.right(), 20.0);
        chart.text(place, "hollow: not promoted", Font::label(Colour::Faint, Anchor::End));
    }
    chart.finish()
}

fn track(chart: &mut Chart, colour: Colour, shift: f64, lines: &[(f64, &GenerationRecord)]) {
    let place =
        |(generation, line): &(f64, &GenerationRecord)| (generation + shift, line.above_first.elo);
    let promoted = lines.iter().filter(|(_, line)| line.promoted);
    chart.line(&promoted.map(place).collect::<Vec<_>>(), colour, 2.0);
    for point in lines {
        let ((x, y), error) = (place(point), point.1.above_first.error);
        chart.error_bar(x, (y - error, y + error), colour);
        chart.point((x, y), 4.0, colour, !point.1.promoted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    fn line(generation: u32, elo: f64, promoted: bool) -> GenerationRecord {
        GenerationRecord {
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
    fn the_chart_shows_every_generation_of_every_track() {
        for count in [1, 2, 40] {
            let rounds: Vec<Round> = (0..count)
                .map(|n| {
                    let arena = line(n, 40.0 * f64::from(n), n % 3 != 2);
                    let club = line(n, -30.0 * f64::from(n), true);
                    let mut tracks = BTreeMap::from([("arena".to_owned(), arena)]);
                    // Tracks can be added after the first generation.
                    if n > 0 {
                        tracks.insert("club".to_owned(), club);
                    }
                    Round { generation: n, tracks }
                })
                .collect();
            let svg = render(&rounds, &["arena", "club"]);
            let (x, y) = (numbers(&svg, "cx"), numbers(&svg, "cy"));
            assert_eq!(x.len() as u32, 2 * count - 1);
            assert!(x.iter().all(|x| (FRAME.left..FRAME.width - FRAME.right).contains(x)), "{x:?}");
            assert!(
                y.iter().all(|y| (FRAME.top..=FRAME.height - FRAME.bottom).contains(y)),
                "{y:?}"
            );
            let hollow = svg.matches("point fill-paper").count();
            assert_eq!(hollow as u32, count / 3);
            assert_eq!(svg.contains("hollow"), count > 2);
        }
    }
}
