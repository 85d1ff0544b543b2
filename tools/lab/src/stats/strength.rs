//! The difference in strength that a match shows, with its error.

use super::{Counts, Distribution, NELO_PER_SIGMA};
use serde::Serialize;
use std::fmt;

/// Half the width of a 95 % interval, in standard deviations.
pub(crate) const Z95: f64 = 1.959_963_984_540_054;

/// A figure and half the width of its 95 % interval.
///
/// The figure is infinite where no finite one fits (all games won, or all lost); the error is
/// infinite where the interval has no end, or where nothing is known of the spread because all
/// samples are alike. Never not a number. JSON knows no infinity: both become `null` there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure.
    pub value: f64,
    /// Half the width of its 95 % interval.
    pub error: f64,
}

impl fmt::Display for Estimate {
    /// Writes `5.30 +/- 3.10`, with two decimals unless another precision is asked for.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let precision = f.precision().unwrap_or(2);
        write!(f, "{} +/- {}", fixed(self.value, precision), fixed(self.error, precision))
    }
}

/// How much stronger the first bot is.
///
/// The formulas are those of fastchess: the error of the mean score is carried over to Elo, the
/// variance being that of pairs where there are any.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Strength {
    /// Logistic Elo: the first bot's expected score is 1 / (1 + 10^(−elo/400)).
    pub elo: Estimate,
    /// Normalised Elo: (score − ½) in standard deviations of a game, times 800 / ln 10.
    ///
    /// What it takes to *see* the difference: the number of games needed falls with its square,
    /// whatever the draws and the openings are like.
    pub nelo: Estimate,
    /// Likelihood of superiority in 0..=1: the chance that the first bot is the stronger one, by
    /// the normal approximation and without prior belief.
    pub los: f64,
}

impl Strength {
    /// From pairs if any is complete, otherwise from games. Without games: 0 with infinite error.
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

/// The Elo difference at which a score in 0..=1 is expected; infinite at 0 and 1.
pub(super) fn elo_of_score(score: f64) -> f64 {
    400.0 * (score / (1.0 - score)).log10()
}

/// The score in 0..=1 that is expected at an Elo difference.
pub(super) fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// Logistic Elo from the mean score and the standard deviation of that mean.
fn elo(mean: f64, deviation: f64) -> Estimate {
    let (low, high) = (mean - Z95 * deviation, mean + Z95 * deviation);
    let bounded = deviation > 0.0 && low > 0.0 && high < 1.0;
    let error = || (elo_of_score(high) - elo_of_score(low)) / 2.0;
    Estimate { value: elo_of_score(mean), error: if bounded { error() } else { f64::INFINITY } }
}

/// Normalised Elo. A pair's score is the mean of two games, so its variance counts twice.
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

/// The normal distribution's cumulative probability, to about 1e-15.
///
/// Marsaglia's series (2004, "Evaluating the normal distribution"): ½ + φ(x)(x + x³/3 + x⁵/15 + …).
pub(crate) fn normal_cdf(x: f64) -> f64 {
    if x.abs() > 8.0 {
        return if x > 0.0 { 1.0 } else { 0.0 };
    }
    let (mut term, mut sum, mut odd) = (x, x, 1.0);
    loop {
        odd += 2.0;
        term *= x * x / odd;
        if sum + term == sum {
            break;
        }
        sum += term;
    }
    let density = (-x * x / 2.0).exp() / (2.0 * std::f64::consts::PI).sqrt();
    (0.5 + density * sum).clamp(0.0, 1.0)
}

/// A number with so many decimals, and no minus sign before a zero.
pub(crate) fn fixed(value: f64, precision: usize) -> String {
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
    fn normal_probabilities_are_those_of_the_tables() {
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
    fn elo_and_score_are_each_others_inverse() {
        for elo in [-800.0, -3.5, 0.0, 12.25, 800.0] {
            assert!((elo_of_score(score_of_elo(elo)) - elo).abs() < 1e-9, "{elo}");
        }
        assert_eq!(elo_of_score(1.0), f64::INFINITY);
        assert_eq!(elo_of_score(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn zero_has_no_sign_and_infinity_keeps_it() {
        assert_eq!(fixed(-0.001, 2), "0.00");
        assert_eq!(fixed(-0.01, 2), "-0.01");
        assert_eq!(fixed(-10.0, 0), "-10");
        assert_eq!(fixed(f64::NEG_INFINITY, 2), "-inf");
    }
}
