//! The vertical axis: what range it shows, and where its ticks are.

use super::Entry;

/// No axis is shorter than this, in Elo: noise should look like noise.
const SHORTEST: f64 = 100.0;
/// The axis may grow to this many times the versions' range to take in a reference.
const STRETCH: f64 = 2.5;
/// It may always grow to this, in Elo.
const ROOMY: f64 = 500.0;
/// How many spaces between ticks an axis has, about.
const TICKS: f64 = 7.0;

/// The axis from `low` to `high`, in Elo, both of them ticks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Scale {
    pub(super) low: f64,
    pub(super) high: f64,
    /// Between ticks: 1, 2 or 5 times a power of ten.
    pub(super) step: f64,
}

impl Scale {
    /// A scale that shows all versions, and what references are near enough.
    pub(super) fn new(versions: &[&Entry], references: &[&Entry]) -> Scale {
        let (mut low, mut high) = span(versions);
        let core = (high - low).max(SHORTEST);
        let room = (core * STRETCH).max(ROOMY);
        // The nearest first: each may only stretch the axis as far as all of it still fits.
        let mut ratings: Vec<f64> = references.iter().map(|entry| entry.rating).collect();
        if low > high {
            // No version: the references are all there is.
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
        let missing = (SHORTEST - (high - low)).max(0.0) / 2.0;
        Scale::round(low - missing, high + missing)
    }

    /// The ticked scale around a range.
    fn round(low: f64, high: f64) -> Scale {
        let rough = (high - low) / TICKS;
        let power = 10.0_f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .map(|factor| factor * power)
            .into_iter()
            .find(|&step| step >= rough)
            .unwrap_or(10.0 * power);
        Scale { low: (low / step).floor() * step, high: (high / step).ceil() * step, step }
    }

    /// All ticks, from below.
    pub(super) fn ticks(self) -> impl Iterator<Item = f64> {
        let count = ((self.high - self.low) / self.step).round() as usize;
        (0..=count).map(move |k| self.low + self.step * k as f64)
    }

    /// Whether the axis reaches a rating.
    pub(super) fn shows(self, rating: f64) -> bool {
        (self.low..=self.high).contains(&rating)
    }
}

/// From the lowest end of a bar to the highest. A bar far longer than the others is no reason to
/// squeeze them, and runs out of the picture; its point does not.
fn span(versions: &[&Entry]) -> (f64, f64) {
    let mut errors: Vec<f64> = versions.iter().map(|entry| entry.error).collect();
    errors.sort_by(f64::total_cmp);
    let longest = errors.get(errors.len() / 2).map_or(0.0, |median| 3.0 * median);
    versions.iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), entry| {
        let bar = entry.error.min(longest);
        (low.min(entry.rating - bar), high.max(entry.rating + bar))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(rating: f64, error: f64) -> Entry {
        Entry { name: String::new(), rating, error, games: 1, version: true }
    }

    #[test]
    fn ticks_are_round_and_hold_all_versions() {
        let entries = [entry(-37.0, 20.0), entry(112.0, 31.0)];
        let scale = Scale::new(&entries.each_ref(), &[]);
        assert_eq!(scale, Scale { low: -100.0, high: 150.0, step: 50.0 });
        assert_eq!(scale.ticks().collect::<Vec<_>>(), [-100.0, -50.0, 0.0, 50.0, 100.0, 150.0]);
    }

    #[test]
    fn near_references_are_taken_in_and_far_ones_are_not() {
        let versions = [entry(0.0, 20.0), entry(100.0, 20.0)];
        let references = [entry(-250.0, 9.0), entry(-1500.0, 9.0), entry(160.0, 9.0)];
        let scale = Scale::new(&versions.each_ref(), &references.each_ref());
        assert!(scale.shows(-250.0) && scale.shows(160.0) && !scale.shows(-1500.0), "{scale:?}");
        let alone = Scale::new(&[], &references.each_ref());
        assert!(references.iter().all(|entry| alone.shows(entry.rating)), "{alone:?}");
    }

    #[test]
    fn one_vast_bar_squeezes_nobody() {
        let versions = [entry(0.0, 20.0), entry(50.0, 20.0), entry(90.0, 680.0)];
        let scale = Scale::new(&versions.each_ref(), &[]);
        assert!(scale.high <= 200.0 && scale.low >= -50.0, "{scale:?}");
    }

    #[test]
    fn nothing_and_sameness_have_a_scale() {
        for versions in [vec![], vec![entry(1234.0, 0.0)]] {
            let versions: Vec<_> = versions.iter().collect();
            let scale = Scale::new(&versions, &[]);
            assert!(scale.high - scale.low >= SHORTEST && scale.step > 0.0, "{scale:?}");
        }
    }
}
