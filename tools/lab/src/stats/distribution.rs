//! Counts seen as a distribution of scores: single games and pairs alike.

/// How often each score was seen, scores being points a game in 0..=1, in rising order.
///
/// A *sample* is one game (scores 0, ½, 1) or one pair (0, ¼, ½, ¾, 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// In points a game, rising.
    pub(super) scores: Vec<f64>,
    counts: Vec<f64>,
    /// 1, or 2 for pairs.
    pub(super) games_per_sample: f64,
}

/// Replaces a count of zero, in samples, for likelihoods.
const REGULAR: f64 = 1e-3;

impl Distribution {
    /// From counts of scores that rise evenly from 0 to 1, each sample being so many games.
    pub(super) fn new(counts: &[u64], games_per_sample: u32) -> Self {
        let steps = (counts.len() - 1) as f64;
        Self {
            scores: (0..counts.len()).map(|step| step as f64 / steps).collect(),
            counts: counts.iter().map(|&count| count as f64).collect(),
            games_per_sample: f64::from(games_per_sample),
        }
    }

    /// The share of each score in all samples; zeros if there are none.
    pub fn probabilities(&self) -> Vec<f64> {
        let total = self.count();
        let share = |&count: &f64| if total > 0.0 { count / total } else { 0.0 };
        self.counts.iter().map(share).collect()
    }

    /// The number of samples.
    pub fn count(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The mean score in points a game; not a number without samples.
    pub fn mean(&self) -> f64 {
        dot(&self.scores, &self.counts) / self.count()
    }

    /// The variance of a sample's score (of the sample itself, not the unbiased estimate).
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares: Vec<f64> = self.scores.iter().map(|score| (score - mean).powi(2)).collect();
        dot(&squares, &self.counts) / self.count()
    }

    /// The same with 0.001 samples in place of none, as fishtest and fastchess have it: a
    /// likelihood needs every score to be possible.
    pub(super) fn regularized(&self) -> Self {
        let regular = |&count: &f64| if count == 0.0 { REGULAR } else { count };
        Self { counts: self.counts.iter().map(regular).collect(), ..self.clone() }
    }
}

/// The scalar product: a mean where the weights add up to 1.
pub(crate) fn dot(values: &[f64], weights: &[f64]) -> f64 {
    values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}
