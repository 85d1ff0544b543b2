//! A picture of the league: rating by version, as an SVG file.
//!
//! Frozen bots stand from left to right with 95 % bars; other opponents are horizontal lines to
//! measure them by. The vertical axis fits the versions: a reference far below them, such as a
//! random player, is named at the edge with its rating instead of squeezing all the rest.
//!
//! Colours are Okabe and Ito's, which colour-blind people tell apart, and shapes differ as well.
//! The picture follows the viewer's light or dark scheme where it knows one, and is light
//! elsewhere.

mod draw;
mod layout;
mod scale;

use draw::Picture;
use layout::Layout;

/// One bot of the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its rating in Elo.
    pub rating: f64,
    /// Half the width of the rating's 95 % interval, in Elo.
    pub error: f64,
    /// How many games it has played.
    pub games: u64,
    /// Whether it is one in a series of versions, to be drawn as a point; if not, it is drawn as a
    /// line.
    pub version: bool,
}

/// The versions whose ratings are shown: those with games, or all of a league that has none.
fn rated<'e>(versions: &[&'e Entry]) -> Vec<&'e Entry> {
    let begun = versions.iter().any(|entry| entry.games > 0);
    versions.iter().copied().filter(|entry| entry.games > 0 || !begun).collect()
}

/// The chart as an SVG file. Versions stand in the order of `entries`, which should be that of
/// their dates; those that have not played yet are only named, once another one has. Entries whose
/// rating is no number are left out.
pub fn svg(title: &str, entries: &[Entry]) -> String {
    let numbers = |entry: &&Entry| entry.rating.is_finite() && entry.error.is_finite();
    let (versions, references): (Vec<_>, Vec<_>) =
        entries.iter().filter(numbers).partition(|entry| entry.version);
    let layout = Layout::new(title, &versions, &references);
    Picture::new(&layout).draw(title, &versions, &references)
}
