//! Sequential probability ratio test (SPRT), which can end a match early.

use super::llr::llr;
use super::{Counts, NELO_PER_SIGMA};
use anyhow::{ensure, Context, Error, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

/// Decision of a test: the accepted hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hypothesis {
    /// The first bot is stronger by `elo0`.
    H0,
    /// The first bot is stronger by `elo1`.
    H1,
}

/// Test of H1 (the first bot is stronger by `elo1`) against H0 (it is stronger by `elo0`), in normalised Elo, as in
/// fishtest: the test's length does not depend on the draw rate.
///
/// A match continues while the log-likelihood ratio is between [`Sprt::bounds`]. Parsing guarantees
/// `elo0 < elo1`, both within ±2000, and `alpha` and `beta` in 0..1 with a sum below 1.
///
/// The test is a GSPRT after Liu, Li and Ying ("Generalized sequential probability ratio test for separate
/// families of hypotheses"): nuisance parameters are chosen by maximum likelihood per hypothesis.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Fields")]
pub struct Sprt {
    /// Difference under H0, in normalised Elo.
    pub elo0: f64,
    /// Difference under H1, in normalised Elo.
    pub elo1: f64,
    /// Probability of accepting H1 if H0 is true.
    pub alpha: f64,
    /// Probability of accepting H0 if H1 is true.
    pub beta: f64,
}

/// The state of a test after some games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SprtState {
    /// The log-likelihood ratio of H1 to H0.
    pub llr: f64,
    /// The bound at which H0 is accepted.
    pub lower: f64,
    /// The bound at which H1 is accepted.
    pub upper: f64,
    /// The decision, if there is one.
    pub accepted: Option<Hypothesis>,
}

impl Sprt {
    /// Returns the state of the test after these games.
    pub fn state(&self, counts: &Counts) -> SprtState {
        let (llr, (lower, upper)) = (self.llr(counts), self.bounds());
        SprtState { llr, lower, upper, accepted: self.decision(llr) }
    }

    /// Returns Wald's bounds, at which H0 and H1 are accepted: ln(β / (1 − α)) and ln((1 − β) / α).
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio of H1 to H0, from pairs if there are any, otherwise from games; 0 without
    /// games.
    pub fn llr(&self, counts: &Counts) -> f64 {
        let samples = counts.distribution();
        // A pair's score is the mean of two games, which divides its standard deviation by √2.
        let t_value = |elo: f64| elo / NELO_PER_SIGMA * samples.games_per_sample.sqrt();
        llr(&samples, t_value(self.elo0), t_value(self.elo1))
    }

    /// Returns the decision at a log-likelihood ratio; `None` between the bounds.
    pub fn decision(&self, llr: f64) -> Option<Hypothesis> {
        let (lower, upper) = self.bounds();
        if llr >= upper {
            Some(Hypothesis::H1)
        } else if llr <= lower {
            Some(Hypothesis::H0)
        } else {
            None
        }
    }
}

#[derive(Deserialize)]
struct Fields {
    elo0: f64,
    elo1: f64,
    #[serde(default = "usual_rate")]
    alpha: f64,
    #[serde(default = "usual_rate")]
    beta: f64,
}

fn usual_rate() -> f64 {
    0.05
}

impl TryFrom<Fields> for Sprt {
    type Error = Error;

    fn try_from(fields: Fields) -> Result<Sprt> {
        let Fields { elo0, elo1, alpha, beta } = fields;
        for (name, elo) in [("elo0", elo0), ("elo1", elo1)] {
            let is_measurable = (-2000.0..=2000.0).contains(&elo);
            ensure!(is_measurable, "{name} must be in [-2000, 2000], but is {elo}");
        }
        ensure!(elo0 < elo1, "elo0 must be less than elo1, but is {elo0} and elo1 is {elo1}");
        for (name, rate) in [("alpha", alpha), ("beta", beta)] {
            let is_rate = rate > 0.0 && rate < 1.0;
            ensure!(is_rate, "{name} must be in (0, 1), but is {rate}; a common value is 0.05");
        }
        ensure!(alpha + beta < 1.0, "alpha + beta must be less than 1, but is {}", alpha + beta);
        Ok(Sprt { elo0, elo1, alpha, beta })
    }
}

impl FromStr for Sprt {
    type Err = Error;

    /// Parses `elo0=0 elo1=5 alpha=0.05 beta=0.05` in any order; the last two values are the defaults.
    fn from_str(text: &str) -> Result<Sprt> {
        let mut values = BTreeMap::new();
        for word in text.split_whitespace() {
            let (name, value) = word.split_once('=').with_context(|| {
                format!("\"{word}\" is not of the form name=value; pass for example elo0=0 elo1=5")
            })?;
            let is_known = ["elo0", "elo1", "alpha", "beta"].contains(&name);
            ensure!(is_known, "unknown name \"{name}\"; pass elo0, elo1, alpha or beta");
            ensure!(values.insert(name, value).is_none(), "{name} is given twice");
        }
        let number = |name, usual: Option<f64>| match values.get(name) {
            Some(value) => value
                .parse()
                .with_context(|| format!("{name} must be a number, but is \"{value}\"")),
            None => usual.with_context(|| {
                format!("{name} is missing; pass elo0 and elo1, for example elo0=0 elo1=5")
            }),
        };
        let (elo0, elo1) = (number("elo0", None)?, number("elo1", None)?);
        let [alpha, beta] = ["alpha", "beta"].map(|name| number(name, Some(usual_rate())));
        Fields { elo0, elo1, alpha: alpha?, beta: beta? }.try_into()
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta } = self;
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta}")
    }
}
