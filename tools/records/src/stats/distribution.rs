//! Empirical distributions of scores, over games or pairs.

/// Histogram of scores, in points per game. A *sample* is a game (scores 0, ½, 1) or a pair (0, ¼, ½, ¾, 1).
#[derive(Clone, Debug, PartialEq)]
pub struct Distribution {
    /// Points per game, ascending.
    pub(super) scores: Vec<f64>,
    counts: Vec<f64>,
    /// 2 for pairs, otherwise 1.
    pub(super) games_per_sample: f64,
}

/// Replacement for a count of zero.
const ZERO_REPLACEMENT: f64 = 1e-3;

impl Distribution {
    /// Creates a distribution over scores that are equally spaced from 0 to 1.
    pub(super) fn new(counts: &[u64], games_per_sample: u32) -> Self {
        let steps = (counts.len() - 1) as f64;
        Self {
            scores: (0..counts.len()).map(|step| step as f64 / steps).collect(),
            counts: counts.iter().map(|&count| count as f64).collect(),
            games_per_sample: f64::from(games_per_sample),
        }
    }

    /// Returns the relative frequency of each score; zeros without samples.
    pub fn probabilities(&self) -> Vec<f64> {
        let total = self.count();
        let share = |&count: &f64| if total > 0.0 { count / total } else { 0.0 };
        self.counts.iter().map(share).collect()
    }

    /// Returns the number of samples.
    pub fn count(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// Returns the mean score in points per game; NaN without samples.
    pub fn mean(&self) -> f64 {
        dot(&self.scores, &self.counts) / self.count()
    }

    /// Returns the variance of the scores (divided by n, not the unbiased estimate).
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let squares: Vec<f64> = self.scores.iter().map(|score| (score - mean).powi(2)).collect();
        dot(&squares, &self.counts) / self.count()
    }

    /// Replaces zero counts by 0.001 samples, as fishtest does: likelihood ratios need positive probabilities.
    pub(super) fn regularized(&self) -> Self {
        let regular = |&count: &f64| if count == 0.0 { ZERO_REPLACEMENT } else { count };
        Self { counts: self.counts.iter().map(regular).collect(), ..self.clone() }
    }
}

pub(crate) fn dot(values: &[f64], weights: &[f64]) -> f64 {
    values.iter().zip(weights).map(|(value, weight)| value * weight).sum()
}
