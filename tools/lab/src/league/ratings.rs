//! Joint Elo ratings of a league, with errors.
//!
//! **Model.** Bradley and Terry (1952): bot i beats bot j with probability p = 1 / (1 + exp(θj − θi)). A draw
//! counts as half a win and half a loss. Elo is θ · 400 / ln 10: 400 Elo are odds of 10 : 1.
//!
//! **Prior.** Each bot has [`RatingModel::prior_draws`] additional draws (one by default) against an
//! imaginary bot with θ = 0, so that ratings are finite and the maximum is unique. By default this shifts no
//! bot's score by more than half a point.
//!
//! **Fit.** Maximum a posteriori by Newton's method with step halving. The log posterior is strictly concave,
//! so the MM algorithm of Hunter ("MM algorithms for generalized Bradley–Terry models", Annals of Statistics
//! 32, 2004) has the same result. The covariance is the inverse of the observed information (Laplace
//! approximation).
//!
//! **Errors.** Only differences of ratings are meaningful. Errors relative to the anchor would all include
//! the anchor's uncertainty, which is large for, say, a random player. [`Ratings::error`] is therefore
//! relative to the league's mean, weighted by the information in each bot's games, so that a bot without
//! games does not widen the others' errors.
//!
//! **Limitations.** Errors are symmetric, which is inaccurate for a bot that lost every game. Games are
//! assumed to be independent: openings that favour one seat split pairs, which, like draws, makes the true
//! error smaller than reported; deterministic bots that repeat games make it larger.

use super::linear::Matrix;
use super::results::LeagueResults;
use crate::stats::{dot, normal_cdf, Z95};
use anyhow::{Context, Result};
use std::f64::consts::LN_10;

/// The bot whose rating is fixed at 1000 by default.
pub const ANCHOR: &str = "level 4";

/// Elo per unit of θ, the log-odds.
pub const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Newton step, in θ, at which the fit has converged.
const TOLERANCE: f64 = 1e-9;

/// Elo of the [anchor](RatingModel::anchor).
pub const ANCHOR_ELO: f64 = 1000.0;

/// Parameters of the rating model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RatingModel {
    /// Index of the bot rated at [`ANCHOR_ELO`]; `None`: the mean, weighted by information, is 0.
    pub anchor: Option<usize>,
    /// Prior draws of each bot against the imaginary average bot; positive.
    pub prior_draws: f64,
}

impl Default for RatingModel {
    fn default() -> RatingModel {
        RatingModel { anchor: None, prior_draws: 1.0 }
    }
}

/// Ratings of a league, with their covariance.
#[derive(Clone, Debug)]
pub struct Ratings {
    elo: Vec<f64>,
    covariance: Matrix,
    /// Variances of θ relative to the league's weighted mean.
    variance: Vec<f64>,
}

impl Ratings {
    /// Rates all bots. Fails if the prior is not positive, or too weak for the precision of the arithmetic.
    /// Panics if the anchor is out of range.
    pub fn fit(results: &LeagueResults, model: &RatingModel) -> Result<Ratings> {
        let (players, prior) = (results.players(), model.prior_draws);
        let posterior = Posterior { results, prior };
        let theta = posterior.maximum();
        let factor = theta.as_ref().and_then(|theta| posterior.information(theta).cholesky());
        let (theta, factor) = theta.zip(factor).with_context(|| {
            format!("a prior of {prior} draws is too weak for these results: use 1")
        })?;
        let covariance = factor.inverse();

        let weights = posterior.weights(&theta);
        let with_mean = covariance.times(&weights);
        let of_mean = dot(&weights, &with_mean);
        let variance =
            (0..players).map(|i| (covariance[(i, i)] - 2.0 * with_mean[i] + of_mean).max(0.0));
        let shift = match model.anchor {
            None => -dot(&weights, &theta) * ELO_PER_NAT,
            Some(anchor) => ANCHOR_ELO - theta[anchor] * ELO_PER_NAT,
        };
        Ok(Ratings {
            elo: theta.iter().map(|t| t * ELO_PER_NAT + shift).collect(),
            variance: variance.collect(),
            covariance,
        })
    }

    /// Returns the number of bots.
    pub fn players(&self) -> usize {
        self.elo.len()
    }

    /// Returns a rating in Elo.
    pub fn elo(&self, player: usize) -> f64 {
        self.elo[player]
    }

    /// Returns the half-width of a rating's 95 % interval, in Elo, relative to the league's mean.
    pub fn error(&self, player: usize) -> f64 {
        Z95 * self.variance[player].sqrt() * ELO_PER_NAT
    }

    /// Returns the half-width of the 95 % interval of `elo(first) - elo(second)`, in Elo.
    pub fn error_of_difference(&self, first: usize, second: usize) -> f64 {
        Z95 * self.covariance.variance_of_difference(first, second).sqrt() * ELO_PER_NAT
    }

    /// Returns the likelihood of superiority: the posterior probability that `first` is stronger.
    pub fn superiority(&self, first: usize, second: usize) -> f64 {
        if first == second {
            return 0.5;
        }
        let deviation = self.covariance.variance_of_difference(first, second).sqrt();
        normal_cdf(self.lead(first, second) / deviation)
    }

    /// Returns the lead of `first` over `second`, in θ.
    pub(crate) fn lead(&self, first: usize, second: usize) -> f64 {
        (self.elo[first] - self.elo[second]) / ELO_PER_NAT
    }

    pub(crate) fn covariance(&self) -> &Matrix {
        &self.covariance
    }
}

pub(crate) fn win_probability(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// Returns the Fisher information of a game about a difference of two θ: the variance of its result.
pub(crate) fn game_information(lead: f64) -> f64 {
    // 1 - p would round to 0 for a large lead.
    win_probability(lead) * win_probability(-lead)
}

/// Posterior of θ, up to a factor.
struct Posterior<'r> {
    results: &'r LeagueResults,
    prior: f64,
}

impl Posterior<'_> {
    /// Returns the maximum; `None` if the information matrix is numerically singular.
    fn maximum(&self) -> Option<Vec<f64>> {
        let mut theta = vec![0.0; self.results.players()];
        let mut value = self.logarithm(&theta);
        // A few steps suffice unless the prior is tiny.
        for _ in 0..500 {
            let step = self.information(&theta).cholesky()?.solve(&self.gradient(&theta));
            let longest = step.iter().fold(0.0, |longest: f64, s| longest.max(s.abs()));
            // The Newton step is an ascent direction but may overshoot.
            let better = (0..40).map(|halvings| 0.5_f64.powi(halvings)).find_map(|scale| {
                let there: Vec<f64> = theta.iter().zip(&step).map(|(t, s)| t + scale * s).collect();
                let there_value = self.logarithm(&there);
                (there_value >= value).then_some((there, there_value))
            });
            // No ascent beyond rounding errors: converged.
            let Some((there, there_value)) = better else { break };
            theta = there;
            value = there_value;
            if longest < TOLERANCE {
                break;
            }
        }
        Some(theta)
    }

    fn logarithm(&self, theta: &[f64]) -> f64 {
        let mut sum = 0.0;
        for i in 0..theta.len() {
            sum += self.prior / 2.0 * (log_win(theta[i]) + log_win(-theta[i]));
            for j in 0..i {
                let score = self.results.score(i, j);
                if score.games() > 0 {
                    let lead = theta[i] - theta[j];
                    sum += score.points() * log_win(lead);
                    sum += score.reversed().points() * log_win(-lead);
                }
            }
        }
        sum
    }

    fn gradient(&self, theta: &[f64]) -> Vec<f64> {
        let mut gradient = Vec::with_capacity(theta.len());
        for i in 0..theta.len() {
            let mut sum = self.prior * (0.5 - win_probability(theta[i]));
            for j in 0..theta.len() {
                let score = self.results.score(i, j);
                sum +=
                    score.points() - (score.games() as f64) * win_probability(theta[i] - theta[j]);
            }
            gradient.push(sum);
        }
        gradient
    }

    /// Returns the negative Hessian of the log posterior.
    fn information(&self, theta: &[f64]) -> Matrix {
        let mut information = Matrix::zeros(theta.len());
        for i in 0..theta.len() {
            information[(i, i)] += self.prior * game_information(theta[i]);
            for j in 0..i {
                let pair = self.pair_information(theta, i, j);
                information[(i, i)] += pair;
                information[(j, j)] += pair;
                information[(i, j)] = -pair;
                information[(j, i)] = -pair;
            }
        }
        information
    }

    /// Returns the information in the games between `i` and `j` about the difference of their θ.
    fn pair_information(&self, theta: &[f64], i: usize, j: usize) -> f64 {
        (self.results.score(i, j).games() as f64) * game_information(theta[i] - theta[j])
    }

    fn weights(&self, theta: &[f64]) -> Vec<f64> {
        let players = theta.len();
        let of = |i| (0..players).map(|j| self.pair_information(theta, i, j)).sum();
        let information: Vec<f64> = (0..players).map(of).collect();
        let sum: f64 = information.iter().sum();
        if sum > 0.0 {
            information.iter().map(|value| value / sum).collect()
        } else {
            vec![1.0 / players as f64; players]
        }
    }
}

/// Returns the logarithm of [`win_probability`] without overflow.
fn log_win(lead: f64) -> f64 {
    lead.min(0.0) - (-lead.abs()).exp().ln_1p()
}
