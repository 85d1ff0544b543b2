//! SVG chart of a league: rating by version.
//!
//! Versions (frozen bots) are points with 95 % error bars; references (other opponents) are horizontal lines.
//! The vertical axis fits the versions; a reference far outside, such as a random player, is only a label at
//! the edge.

use crate::stats::fixed;
use render::chart::{signed, text_width, Anchor, Axis, Chart, Colour, Font, Frame, Theme, FONT};

/// The maximum length of a name, in characters.
const MAX_NAME: usize = 28;

// Lengths in pixels.

const TITLE_FONT: f64 = 17.0;
const LINE: f64 = 15.0;
const PLOT_HEIGHT: f64 = 340.0;
const TOP: f64 = 52.0;
const LEFT: f64 = 62.0;
const GAP: f64 = 26.0;
const EDGE: f64 = 14.0;
/// Minimum and maximum width per version.
const SLOT_WIDTHS: (f64, f64) = (20.0, 90.0);
const MIN_WIDTH: f64 = 420.0;
const WIDEST: f64 = 860.0;
/// Sine and cosine of the angle of slanted names.
const SLANT: f64 = std::f64::consts::FRAC_1_SQRT_2;

/// Minimum range of the vertical axis, in Elo, so that noise does not look like a trend.
const MIN_RANGE: f64 = 100.0;
/// Maximum range of the axis with references, as a multiple of the versions' range.
const MAX_STRETCH: f64 = 2.5;
/// Range, in Elo, to which references may always extend the axis.
const ALLOWED_RANGE: f64 = 500.0;
/// Maximum number of intervals between ticks.
const MAX_INTERVALS: u32 = 7;

const VERSIONS: Colour = Colour::Series(1);
const REFERENCES: Colour = Colour::Series(0);

/// A bot in the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartEntry {
    /// Name of the bot.
    pub name: String,
    /// Rating in Elo.
    pub rating: f64,
    /// Half-width of the rating's 95 % interval, in Elo.
    pub error: f64,
    /// Number of games.
    pub games: u64,
    /// Whether the bot is a version, shown as a point, or a reference, shown as a line.
    pub version: bool,
}

/// Renders the chart as SVG, with the versions in the order of `entries`. Once any version has games,
/// versions without games have a name but no point. Skips entries whose rating or error is not finite.
pub fn svg(title: &str, entries: &[ChartEntry]) -> String {
    let numbers = |entry: &&ChartEntry| entry.rating.is_finite() && entry.error.is_finite();
    let (versions, references): (Vec<_>, Vec<_>) =
        entries.iter().filter(numbers).partition(|entry| entry.version);
    let elo = axis(&rated(&versions), &references);
    let tags = tags(elo, &references);
    let names = Names::new(&versions);
    let frame = frame(title, &names, &tags);
    let columns = Axis { low: 0.0, high: versions.len().max(1) as f64, step: 1.0 };
    let described = versions.iter().chain(&references).map(|entry| described(entry));
    let described = described.collect::<Vec<_>>().join("; ");
    let mut chart = Chart::new(title, &described, Theme::Viewer, frame, columns, elo);
    chart.text((frame.left, 18.0), title, Font::heading(TITLE_FONT));
    chart.rows(|elo| signed(fixed(elo, 0)));
    let faint = Font::label(Colour::Faint, Anchor::End);
    chart.text((frame.left - 8.0, TOP - 19.0), "Elo", faint);
    chart.text((chart.right(), TOP - 19.0), "bars: 95 % intervals", faint);
    draw_references(&mut chart, elo, &references, &tags);
    names.draw(&mut chart);
    draw_versions(&mut chart, &versions);
    chart.finish()
}

/// Returns the versions with games, or all versions if there are none.
fn rated<'e>(versions: &[&'e ChartEntry]) -> Vec<&'e ChartEntry> {
    let has_games = versions.iter().any(|entry| entry.games > 0);
    versions.iter().copied().filter(|entry| entry.games > 0 || !has_games).collect()
}

/// Returns an axis over all versions and the references near them.
fn axis(versions: &[&ChartEntry], references: &[&ChartEntry]) -> Axis {
    let (mut low, mut high) = span(versions);
    let core = (high - low).max(MIN_RANGE);
    let room = (core * MAX_STRETCH).max(ALLOWED_RANGE);
    // Adds the nearest references first, as long as the axis stays within `room`.
    let mut ratings: Vec<f64> = references.iter().map(|entry| entry.rating).collect();
    if low > high {
        low = ratings.iter().copied().fold(f64::INFINITY, f64::min);
        high = ratings.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    }
    if low > high {
        (low, high) = (0.0, 0.0);
    }
    let middle = (low + high) / 2.0;
    ratings.sort_by(|a, b| (a - middle).abs().total_cmp(&(b - middle).abs()));
    for rating in ratings {
        let (lower, higher) = (low.min(rating), high.max(rating));
        if higher - lower <= room {
            (low, high) = (lower, higher);
        }
    }
    let missing = (MIN_RANGE - (high - low)).max(0.0) / 2.0;
    Axis::round(low - missing, high + missing, MAX_INTERVALS)
}

/// Returns the range of the error bars. Bars longer than three times the median are cut, so that they do not
/// compress the others.
fn span(versions: &[&ChartEntry]) -> (f64, f64) {
    let mut errors: Vec<f64> = versions.iter().map(|entry| entry.error).collect();
    errors.sort_by(f64::total_cmp);
    let longest = errors.get(errors.len() / 2).map_or(0.0, |median| 3.0 * median);
    versions.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), entry| {
        let bar = entry.error.min(longest);
        (low.min(entry.rating - bar), high.max(entry.rating + bar))
    })
}

/// Label of a reference beside the plot.
#[derive(Clone, Debug, PartialEq)]
struct Tag {
    index: usize,
    text: String,
    /// Vertical centre of the label.
    y: f64,
}

/// Returns the references' labels from top to bottom, without overlaps.
fn tags(elo: Axis, references: &[&ChartEntry]) -> Vec<Tag> {
    let mut order: Vec<usize> = (0..references.len()).collect();
    order.sort_by(|&a, &b| references[b].rating.total_cmp(&references[a].rating));
    let y = |rating: f64| {
        let share = ((rating - elo.low) / (elo.high - elo.low)).clamp(0.0, 1.0);
        TOP + PLOT_HEIGHT * (1.0 - share)
    };
    let wanted: Vec<f64> = order.iter().map(|&index| y(references[index].rating)).collect();
    let tag = |(index, y): (usize, f64)| {
        let ChartEntry { name, rating, .. } = references[index];
        let arrow = match *rating {
            rating if rating < elo.low => "↓ ",
            rating if rating > elo.high => "↑ ",
            _ => "",
        };
        Tag { index, text: format!("{arrow}{} {}", shorten(name), signed(fixed(*rating, 0))), y }
    };
    order.into_iter().zip(separate(&wanted, LINE, TOP)).map(tag).collect()
}

/// Moves ascending positions until they are at least `gap` apart and not above `top`: overlapping neighbours
/// are centred on their common mean.
fn separate(wanted: &[f64], gap: f64, top: f64) -> Vec<f64> {
    // Blocks of touching labels: number of labels, and position of the first one.
    let mut blocks: Vec<(usize, f64)> = Vec::new();
    for &y in wanted {
        let (mut count, mut start) = (1, y.max(top));
        while let Some(&(above, above_start)) = blocks.last() {
            if above_start + gap * above as f64 <= start {
                break;
            }
            blocks.pop();
            // Mean of the positions that the two blocks prefer for the first label, weighted by their
            // sizes.
            let shifted = start - gap * above as f64;
            let both = (above + count) as f64;
            start = ((above_start * above as f64 + shifted * count as f64) / both).max(top);
            count += above;
        }
        blocks.push((count, start));
    }
    blocks
        .into_iter()
        .flat_map(|(count, start)| (0..count).map(move |k| start + gap * k as f64))
        .collect()
}

struct Names {
    names: Vec<String>,
    /// Width per version.
    slot: f64,
    longest: f64,
    slanted: bool,
}

impl Names {
    fn new(versions: &[&ChartEntry]) -> Names {
        let names: Vec<String> = versions.iter().map(|entry| shorten(&entry.name)).collect();
        let longest = names.iter().map(|name| text_width(name, FONT)).fold(0.0, f64::max);
        let count = names.len().max(1) as f64;
        let slot = (WIDEST / count).min(SLOT_WIDTHS.1.max(longest + 12.0)).max(SLOT_WIDTHS.0);
        let slot = (slot * count).max(MIN_WIDTH) / count;
        Names { names, slot, longest, slanted: longest + 8.0 > slot }
    }

    fn draw(&self, chart: &mut Chart) {
        let y = chart.bottom() + 14.0;
        if self.names.is_empty() {
            let middle = (chart.left() + chart.right()) / 2.0;
            let font = Font::label(Colour::Faint, Anchor::Middle);
            chart.text((middle, y + 2.0), "no version is rated yet", font);
        }
        for (number, name) in self.names.iter().enumerate() {
            let x = chart.x(number as f64 + 0.5);
            let font = Font::label(Colour::Ink, Anchor::Middle);
            if self.slanted {
                chart.text((x, y - 2.0), name, Font { anchor: Anchor::End, turn: -45.0, ..font });
            } else {
                chart.text((x, y), name, font);
            }
        }
    }
}

fn frame(title: &str, names: &Names, tags: &[Tag]) -> Frame {
    let plot = names.slot * names.names.len().max(1) as f64;
    let slanted = names.longest * SLANT + FONT;
    // The slanted label of the first version must fit into the document.
    let hang = if names.slanted { slanted } else { names.longest / 2.0 };
    let left = LEFT.max(hang - names.slot / 2.0 + EDGE);
    let below = 16.0 + if names.slanted { slanted } else { FONT } + EDGE;
    let widest = tags.iter().map(|tag| text_width(&tag.text, FONT)).fold(0.0, f64::max);
    let beside = if tags.is_empty() { EDGE } else { GAP + widest + EDGE };
    let title_end = left + text_width(title, TITLE_FONT) + EDGE;
    let width = (left + plot + beside).max(title_end).ceil();
    let lowest = tags.iter().map(|tag| tag.y + LINE).fold(0.0, f64::max);
    let height = (TOP + PLOT_HEIGHT + below).max(lowest + EDGE).ceil();
    Frame {
        width,
        height,
        left,
        right: width - left - plot,
        top: TOP,
        bottom: height - TOP - PLOT_HEIGHT,
    }
}

fn draw_references(chart: &mut Chart, elo: Axis, references: &[&ChartEntry], tags: &[Tag]) {
    let right = chart.right();
    for Tag { index, text, y } in tags {
        let entry = references[*index];
        chart.open(&described(entry));
        if elo.shows(entry.rating) {
            chart.level(entry.rating, REFERENCES);
            let (line, end) = (chart.y(entry.rating), right + GAP - 8.0);
            let leader = [(right, line), (right + 4.0, line), (end, *y), (end + 4.0, *y)];
            chart.pixels(&leader, REFERENCES);
        }
        chart.text((right + GAP, *y), text, Font::label(REFERENCES, Anchor::Start));
        chart.close();
    }
}

fn draw_versions(chart: &mut Chart, versions: &[&ChartEntry]) {
    let rated = rated(versions);
    let placed = || (0..).map(|number| f64::from(number) + 0.5).zip(versions);
    let is_rated = |entry: &ChartEntry| rated.contains(&entry);
    let line: Vec<(f64, f64)> =
        placed().filter(|(_, entry)| is_rated(entry)).map(|(x, entry)| (x, entry.rating)).collect();
    chart.line(&line, VERSIONS, 1.0);
    for (x, entry) in placed() {
        let ChartEntry { rating, error, .. } = **entry;
        if !is_rated(entry) {
            let place = (chart.x(x), chart.bottom() - 12.0);
            chart.text(place, "no games", Font::label(Colour::Faint, Anchor::Middle));
            continue;
        }
        chart.open(&described(entry));
        chart.error_bar(x, (rating - error, rating + error), VERSIONS);
        chart.point((x, rating), 4.0, VERSIONS, false);
        chart.close();
    }
}

fn described(entry: &ChartEntry) -> String {
    let ChartEntry { name, rating, error, games, .. } = entry;
    if *games == 0 {
        return format!("{name}: no games yet");
    }
    let plural = if *games == 1 { "" } else { "s" };
    let [rating, error] = [rating, error].map(|elo| signed(fixed(*elo, 0)));
    format!("{name}: {rating} ± {error} Elo, {games} game{plural}")
}

fn shorten(name: &str) -> String {
    if name.chars().count() <= MAX_NAME {
        return name.to_owned();
    }
    name.chars().take(MAX_NAME - 1).chain(['…']).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(rating: f64, error: f64) -> ChartEntry {
        ChartEntry { name: String::new(), rating, error, games: 1, version: true }
    }

    #[test]
    fn the_axis_is_round_and_covers_all_versions() {
        let entries = [entry(-37.0, 20.0), entry(112.0, 31.0)];
        let axis = super::axis(&entries.each_ref(), &[]);
        assert_eq!(axis, Axis { low: -100.0, high: 150.0, step: 50.0 });
        assert_eq!(axis.ticks().collect::<Vec<_>>(), [-100.0, -50.0, 0.0, 50.0, 100.0, 150.0]);
    }

    #[test]
    fn the_axis_covers_near_references_only() {
        let versions = [entry(0.0, 20.0), entry(100.0, 20.0)];
        let references = [entry(-250.0, 9.0), entry(-1500.0, 9.0), entry(160.0, 9.0)];
        let axis = super::axis(&versions.each_ref(), &references.each_ref());
        assert!(axis.shows(-250.0) && axis.shows(160.0) && !axis.shows(-1500.0), "{axis:?}");
        let alone = super::axis(&[], &references.each_ref());
        assert!(references.iter().all(|entry| alone.shows(entry.rating)), "{alone:?}");
    }

    #[test]
    fn one_long_error_bar_does_not_stretch_the_axis() {
        let versions = [entry(0.0, 20.0), entry(50.0, 20.0), entry(90.0, 680.0)];
        let axis = super::axis(&versions.each_ref(), &[]);
        assert!(axis.high <= 200.0 && axis.low >= -50.0, "{axis:?}");
    }

    #[test]
    fn empty_and_constant_ratings_have_an_axis() {
        for versions in [vec![], vec![entry(1234.0, 0.0)]] {
            let versions: Vec<_> = versions.iter().collect();
            let axis = super::axis(&versions, &[]);
            assert!(axis.high - axis.low >= MIN_RANGE && axis.step > 0.0, "{axis:?}");
        }
    }

    #[test]
    fn overlapping_labels_are_separated() {
        assert_eq!(separate(&[10.0, 40.0, 70.0], 15.0, 0.0), [10.0, 40.0, 70.0]);
        assert_eq!(separate(&[50.0, 50.0], 20.0, 0.0), [40.0, 60.0]);
        assert_eq!(separate(&[50.0, 50.0, 50.0, 200.0], 20.0, 0.0), [30.0, 50.0, 70.0, 200.0]);
        assert_eq!(separate(&[3.0, 4.0], 20.0, 0.0), [0.0, 20.0]);
        // Each collision causes the next.
        let many = separate(&[10.0, 12.0, 30.0, 31.0, 32.0, 60.0], 15.0, 0.0);
        assert!(many.windows(2).all(|pair| pair[1] - pair[0] >= 15.0 - 1e-9), "{many:?}");
    }

    #[test]
    fn long_names_are_cut() {
        assert_eq!(shorten("short"), "short");
        let cut = shorten(&"é".repeat(40));
        assert_eq!(cut.chars().count(), MAX_NAME);
        assert!(cut.ends_with('…'));
    }
}
