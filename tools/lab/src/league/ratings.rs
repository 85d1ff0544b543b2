//! Elo ratings of a whole league at once, and how sure they are.
//!
//! **Model.** Bradley and Terry (1952): bot i beats bot j with probability
//! p = 1 / (1 + exp(θj − θi)). A draw counts as half a win for each, that is, as half a game won
//! and half a game lost. Elo is θ · 400 / ln 10: 400 Elo are odds of 10 : 1.
//!
//! **Prior.** Each bot has also drawn [`Model::prior_draws`] games (one, unless told otherwise)
//! against an imaginary bot of θ = 0. So a bot that won or lost everything gets a finite rating,
//! and the likelihood has one maximum whatever the games are. It pulls no bot by more than half a
//! game.
//!
//! **Fit.** The maximum of the posterior, by Newton's method with halved steps. The posterior is
//! strictly concave, so this finds the same point as the slower minorization of Hunter, "MM
//! algorithms for generalized Bradley–Terry models", Annals of Statistics 32 (2004). The covariance
//! is the inverse of the observed information there (Laplace's approximation).
//!
//! **What an error is relative to.** Only differences of ratings mean something; the anchor names
//! a point of the scale and is known exactly by decree. Errors relative to an anchored bot would
//! all carry that bot's own uncertainty, which is vast if it is, say, a random player. So
//! [`Ratings::error`] is relative to the league's mean, whatever the anchor, and the mean weighs
//! each bot by the information in its games: a newcomer without games blurs nobody else's rating.
//! For two given bots ask [`Ratings::error_of_difference`].
//!
//! **What is wrong with it.** Errors are symmetric, which is too simple for a bot that lost every
//! game. Games are taken as independent. They come in pairs, one opening with both seats: an
//! opening that favours a seat splits pairs, and the true error is then smaller than said; bots
//! without randomness that repeat a game make the true error larger. Draws make it smaller.

use super::linear::Matrix;
use super::results::Results;
use crate::stats::{dot, normal_cdf, Z95};
use anyhow::{Context, Result};
use std::f64::consts::LN_10;

/// Elo in one unit of θ, the logarithm of the odds.
pub const ELO_PER_NAT: f64 = 400.0 / LN_10;

/// Newton's steps, in θ, below which the fit is done.
const TOLERANCE: f64 = 1e-9;

/// The Elo of the anchor.
pub const ANCHOR_ELO: f64 = 1000.0;

/// What is assumed beyond the games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Model {
    /// The number of the bot that has [`ANCHOR_ELO`]; without one the mean of all bots, weighted by the
    /// information in their games, is 0.
    pub anchor: Option<usize>,
    /// Draws of each bot against the imaginary average one; above 0.
    pub prior_draws: f64,
}

impl Default for Model {
    /// Mean 0, one draw.
    fn default() -> Model {
        Model { anchor: None, prior_draws: 1.0 }
    }
}

/// Ratings of a league, with all their covariances.
#[derive(Clone, Debug)]
pub struct Ratings {
    elo: Vec<f64>,
    /// Of θ.
    covariance: Matrix,
    /// Of θ relative to the league's weighted mean.
    variance: Vec<f64>,
}

impl Ratings {
    /// Rates all bots of `results`.
    ///
    /// # Errors
    ///
    /// If the prior is too weak: lost in rounding, or none.
    ///
    /// # Panics
    ///
    /// If no bot has the anchor's number.
    pub fn fit(results: &Results, model: &Model) -> Result<Ratings> {
        let (players, prior) = (results.players(), model.prior_draws);
        let posterior = Posterior { results, prior };
        let theta = posterior.maximum();
        let factor = theta.as_ref().and_then(|theta| posterior.information(theta).cholesky());
        let (theta, factor) = theta.zip(factor).with_context(|| {
            format!("a prior of {prior} draws is too weak for these results: take 1")
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

    /// How many bots are rated.
    pub fn players(&self) -> usize {
        self.elo.len()
    }

    /// The rating in Elo.
    pub fn elo(&self, player: usize) -> f64 {
        self.elo[player]
    }

    /// Half the width of the 95 % interval of the rating, in Elo, relative to the league's mean
    /// (see the module's head for why not to the anchor).
    pub fn error(&self, player: usize) -> f64 {
        Z95 * self.variance[player].sqrt() * ELO_PER_NAT
    }

    /// Half the width of the 95 % interval of `elo(first) - elo(second)`, in Elo.
    pub fn error_of_difference(&self, first: usize, second: usize) -> f64 {
        Z95 * self.covariance.variance_of_difference(first, second).sqrt() * ELO_PER_NAT
    }

    /// Likelihood of superiority: how probable it is, after these games, that `first` is the
    /// stronger one. From 0 to 1.
    pub fn superiority(&self, first: usize, second: usize) -> f64 {
        if first == second {
            return 0.5;
        }
        let deviation = self.covariance.variance_of_difference(first, second).sqrt();
        normal_cdf(self.lead(first, second) / deviation)
    }

    /// By how much `first` leads, in θ.
    pub(crate) fn lead(&self, first: usize, second: usize) -> f64 {
        (self.elo[first] - self.elo[second]) / ELO_PER_NAT
    }

    /// The covariance of θ.
    pub(crate) fn covariance(&self) -> &Matrix {
        &self.covariance
    }
}

/// The probability that a bot with a lead of `lead`, in θ, wins.
pub(crate) fn win_probability(lead: f64) -> f64 {
    1.0 / (1.0 + (-lead).exp())
}

/// What a game tells about the difference of two θ: the variance of its result.
pub(crate) fn game_information(lead: f64) -> f64 {
    // Not p (1 - p): one of them rounds to 0 for a great lead.
    win_probability(lead) * win_probability(-lead)
}

/// Prior times likelihood, as a function of θ.
struct Posterior<'r> {
    results: &'r Results,
    prior: f64,
}

impl Posterior<'_> {
    /// The θ of its maximum; `None` if the prior is lost in rounding.
    fn maximum(&self) -> Option<Vec<f64>> {
        let mut theta = vec![0.0; self.results.players()];
        let mut value = self.logarithm(&theta);
        // From 0 a handful of steps does; far more only if the prior is next to nothing.
        for _ in 0..500 {
            let step = self.information(&theta).cholesky()?.solve(&self.gradient(&theta));
            let longest = step.iter().fold(0.0, |longest: f64, s| longest.max(s.abs()));
            // Newton's step goes uphill but may go too far.
            let better = (0..40).map(|halvings| 0.5_f64.powi(halvings)).find_map(|scale| {
                let there: Vec<f64> = theta.iter().zip(&step).map(|(t, s)| t + scale * s).collect();
                let there_value = self.logarithm(&there);
                (there_value >= value).then_some((there, there_value))
            });
            // No way up is left but rounding.
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

    /// The observed information: the second derivatives of minus the logarithm.
    fn information(&self, theta: &[f64]) -> Matrix {
        let mut information = Matrix::zeros(theta.len());
        for i in 0..theta.len() {
            information[(i, i)] += self.prior * game_information(theta[i]);
            for j in 0..i {
                let told = self.told(theta, i, j);
                information[(i, i)] += told;
                information[(j, j)] += told;
                information[(i, j)] = -told;
                information[(j, i)] = -told;
            }
        }
        information
    }

    /// What the games of `i` and `j` tell about their difference.
    fn told(&self, theta: &[f64], i: usize, j: usize) -> f64 {
        (self.results.score(i, j).games() as f64) * game_information(theta[i] - theta[j])
    }

    /// Each bot's weight in the mean: the information in its games; they sum to 1.
    fn weights(&self, theta: &[f64]) -> Vec<f64> {
        let players = theta.len();
        let told: Vec<f64> =
            (0..players).map(|i| (0..players).map(|j| self.told(theta, i, j)).sum()).collect();
        let sum: f64 = told.iter().sum();
        if sum > 0.0 {
            told.iter().map(|t| t / sum).collect()
        } else {
            vec![1.0 / players as f64; players]
        }
    }
}

/// The logarithm of [`win_probability`], without overflow.
fn log_win(lead: f64) -> f64 {
    lead.min(0.0) - (-lead.abs()).exp().ln_1p()
}
