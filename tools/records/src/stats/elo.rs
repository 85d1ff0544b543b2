//! Elo difference between two bots, with its error.

use super::{Counts, Distribution, NELO_PER_SIGMA};
use serde::Serialize;
use std::fmt;

/// Half-width of a 95 % confidence interval, in standard deviations.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// Estimate with the half-width of its 95 % confidence interval.
///
/// The value is infinite if all games were won or all were lost; the error is infinite if the interval is
/// unbounded or all samples are equal. Neither is NaN. In JSON, infinity is `null`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Estimated value.
    pub value: f64,
    /// Half-width of the 95 % confidence interval.
    pub error: f64,
}

impl fmt::Display for Estimate {
    /// Writes `5.30 +/- 3.10`; the default precision is two decimals.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let precision = f.precision().unwrap_or(2);
        write!(f, "{} +/- {}", fixed(self.value, precision), fixed(self.error, precision))
    }
}

/// The strength of the first bot relative to the second, computed as in fastchess: the error of the mean score, from
/// the variance of pairs if there are any, otherwise of games, is propagated to Elo.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// Logistic Elo: the first bot's expected score is 1 / (1 + 10^(−elo/400)).
    pub elo: Estimate,
    /// Normalised Elo: (score − ½) in standard deviations of a game, times 800 / ln 10. The number of games
    /// needed to detect a difference is inversely proportional to its square.
    pub nelo: Estimate,
    /// Likelihood of superiority in 0..=1: the probability that the first bot is stronger, with a normal
    /// approximation and a flat prior.
    pub los: f64,
}

impl EloEstimate {
    /// Estimates strength from pairs if there are any, otherwise from games; without games the estimate is 0 with
    /// infinite error.
    pub fn of(counts: &Counts) -> Self {
        let samples = counts.distribution();
        if samples.count() == 0.0 {
            let unknown = Estimate { value: 0.0, error: f64::INFINITY };
            return Self { elo: unknown, nelo: unknown, los: 0.5 };
        }
        let (mean, variance) = (samples.mean(), samples.variance());
        let deviation = (variance / samples.count()).sqrt();
        Self {
            elo: elo(mean, deviation),
            nelo: nelo(&samples),
            los: match mean - 0.5 {
                0.0 => 0.5,
                lead => normal_cdf(lead / deviation),
            },
        }
    }
}

/// Returns the Elo difference for an expected score; infinite at 0 and 1.
pub(super) fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

fn elo(mean: f64, deviation: f64) -> Estimate {
    let (low, high) = (mean - Z95 * deviation, mean + Z95 * deviation);
    let bounded = deviation > 0.0 && low > 0.0 && high < 1.0;
    let error = || (elo_of_score(high) - elo_of_score(low)) / 2.0;
    Estimate { value: elo_of_score(mean), error: if bounded { error() } else { f64::INFINITY } }
}

/// Returns normalised Elo. The variance of a pair's score is doubled, since it is the mean of two games.
fn nelo(samples: &Distribution) -> Estimate {
    let (lead, variance) = (samples.mean() - 0.5, samples.variance());
    if variance == 0.0 {
        let value = if lead == 0.0 { 0.0 } else { f64::INFINITY.copysign(lead) };
        return Estimate { value, error: f64::INFINITY };
    }
    let games = samples.count() * samples.games_per_sample;
    Estimate {
        value: lead / (samples.games_per_sample * variance).sqrt() * NELO_PER_SIGMA,
        error: Z95 * NELO_PER_SIGMA / games.sqrt(),
    }
}

/// Returns the cumulative standard normal distribution.
fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

/// Formats a number with this many decimals; zero has no sign.
pub fn fixed(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$}");
    match text.strip_prefix('-') {
        Some(digits) if !digits.contains(|c| ('1'..='9').contains(&c) || c == 'i') => {
            digits.to_owned()
        }
        _ => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn normal_probabilities_match_tables() {
        let table = [
            (0.0, 0.5),
            (1.0, 0.841_344_746_068_542_9),
            (Z95, 0.975),
            (3.0, 0.998_650_101_968_369_9),
            (6.0, 0.999_999_999_013_412_3),
        ];
        for (x, probability) in table {
            assert!((normal_cdf(x) - probability).abs() < 1e-14, "{x}: {}", normal_cdf(x));
            assert!((normal_cdf(-x) - (1.0 - probability)).abs() < 1e-14, "{x}");
        }
        assert_eq!((normal_cdf(f64::INFINITY), normal_cdf(f64::NEG_INFINITY)), (1.0, 0.0));
    }

    #[test]
    fn zero_has_no_sign_and_infinity_keeps_it() {
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(fixed(-0.01, 2), "-0.01");
        assert_eq!(fixed(-10.0, 0), "-10");
        assert_eq!(fixed(f64::NEG_INFINITY, 2), "-inf");
    }
}
