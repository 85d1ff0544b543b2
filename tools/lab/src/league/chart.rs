//! SVG chart of a league: one row per bot, with the 95 % interval of its rating.

use records::ratings::Rating;
use records::stats::fixed;
use render::chart::{signed, text_width, Anchor, Axis, Chart, Colour, Font, Frame, Theme, FONT};

/// Height of a row, in pixels.
const ROW: f64 = 22.0;
const WIDTH: f64 = 720.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 44.0;
const MARGIN: f64 = 20.0;

/// Renders the chart of these ratings, in their order from the top.
#[must_use]
pub fn svg(title: &str, ratings: &[Rating]) -> String {
    let lows = ratings.iter().map(|rating| rating.elo - rating.error);
    let highs = ratings.iter().map(|rating| rating.elo + rating.error);
    let low = lows.reduce(f64::min).unwrap_or_default();
    let elo = Axis::round(low, highs.reduce(f64::max).unwrap_or_default(), 8);
    let rows = ratings.len() as f64;
    let names = ratings.iter().map(|rating| text_width(&rating.name, FONT)).fold(0.0, f64::max);
    let frame = Frame {
        width: WIDTH,
        height: TOP + ROW * rows + BOTTOM,
        left: MARGIN + names,
        right: MARGIN,
        top: TOP,
        bottom: BOTTOM,
    };
    let described: Vec<String> = ratings.iter().map(described).collect();
    let (x, y) = (elo, Axis::exact(0.0, rows, 1));
    let mut chart = Chart::new(title, &described.join("; "), Theme::Viewer, frame, x, y);
    chart.text((MARGIN, 20.0), title, Font::heading(17.0));
    for tick in elo.ticks() {
        let x = chart.x(tick);
        chart.pixels(&[(x, chart.top()), (x, chart.bottom())], Colour::Grid);
    }
    chart.columns(|elo| signed(fixed(elo, 0)));
    chart.name_columns("Elo, with 95 % intervals");
    for ((number, rating), described) in ratings.iter().enumerate().zip(&described) {
        let row = rows - number as f64 - 0.5;
        chart.open(described);
        let name = Font::label(Colour::Ink, Anchor::End);
        chart.text((chart.left() - 8.0, chart.y(row)), &rating.name, name);
        let interval = [(rating.elo - rating.error, row), (rating.elo + rating.error, row)];
        chart.line(&interval, Colour::Series(1), 2.0);
        chart.point((rating.elo, row), 4.0, Colour::Series(1), false);
        chart.close();
    }
    chart.finish()
}

fn described(rating: &Rating) -> String {
    let Rating { name, elo, error, score } = rating;
    let [elo, error] = [elo, error].map(|value| signed(fixed(*value, 0)));
    format!("{name}: {elo} ± {error} Elo in {} games", score.games())
}
