//! The sequential probability ratio test: when a match has said enough.

use super::llr::{llr, Constraint};
use super::strength::score_of_elo;
use super::{Counts, NELO_PER_SIGMA};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// In which Elo the hypotheses are stated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SprtModel {
    /// Normalised Elo, as fishtest and fastchess have it by default: how long the test takes does
    /// not depend on how many games are drawn.
    #[default]
    Normalized,
    /// Logistic Elo: the expected score alone.
    Logistic,
}

/// The outcome of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Hypothesis {
    /// The first bot is no better than `elo0`.
    H0,
    /// The first bot is at least `elo1` better.
    H1,
}

/// A test of "the first bot is `elo1` stronger" (H1) against "it is `elo0` stronger" (H0).
///
/// After every pair the log-likelihood ratio is compared with [`Sprt::bounds`]; the match goes on
/// while it lies between them. Valid by construction: `elo0 < elo1`, both in ±2000; `alpha` and
/// `beta` in 0..1 with a sum below 1.
///
/// A GSPRT after Liu, Li and Ying ("Generalized sequential probability ratio test for separate
/// families of hypotheses"): what the hypotheses leave open is chosen so that each of them fits the
/// results best.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "Fields", into = "Fields")]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: SprtModel,
}

impl Sprt {
    /// A test with error rates of 5 % each, in normalised Elo.
    pub fn new(elo0: f64, elo1: f64) -> Result<Self, SprtError> {
        Fields { elo0, elo1, alpha: usual(), beta: usual(), model: SprtModel::default() }.check()
    }

    /// The same with other error rates.
    ///
    /// `alpha` is the chance of H1 where H0 is true, `beta` that of H0 where H1 is true.
    pub fn with_errors(self, alpha: f64, beta: f64) -> Result<Self, SprtError> {
        Fields { alpha, beta, ..self.into() }.check()
    }

    /// The same with the hypotheses read in another Elo.
    pub fn with_model(self, model: SprtModel) -> Self {
        Self { model, ..self }
    }

    /// The Elo of H0.
    pub fn elo0(&self) -> f64 {
        self.elo0
    }

    /// The Elo of H1.
    pub fn elo1(&self) -> f64 {
        self.elo1
    }

    /// The chance of H1 where H0 is true.
    pub fn alpha(&self) -> f64 {
        self.alpha
    }

    /// The chance of H0 where H1 is true.
    pub fn beta(&self) -> f64 {
        self.beta
    }

    /// In which Elo the hypotheses are stated.
    pub fn model(&self) -> SprtModel {
        self.model
    }

    /// The log-likelihood ratios at which H0 and H1 are accepted: ln(β / (1 − α)) and
    /// ln((1 − β) / α), after Wald.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of H1 to H0: pairs if any is complete, otherwise games; 0 without
    /// games.
    pub fn llr(&self, counts: &Counts) -> f64 {
        let samples = counts.distribution();
        let constraint = |elo: f64| match self.model {
            // A pair's score is the mean of two games: its deviation is √2 smaller, so the same
            // lead is √2 more deviations.
            SprtModel::Normalized => {
                Constraint::TValue(elo / NELO_PER_SIGMA * samples.games_per_sample().sqrt())
            }
            SprtModel::Logistic => Constraint::Mean(score_of_elo(elo)),
        };
        llr(&samples, constraint(self.elo0), constraint(self.elo1))
    }

    /// The decision by a log-likelihood ratio; `None` while the match should continue.
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

/// Parameters of a test that make no sense, or text that states none.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum SprtError {
    /// The hypotheses are the wrong way round, or the same.
    #[error("elo0 must be less than elo1, but is {elo0} and elo1 is {elo1}")]
    Order {
        /// The Elo of H0.
        elo0: f64,
        /// The Elo of H1.
        elo1: f64,
    },
    /// A hypothesis beyond all measuring.
    #[error("{name} must lie within -2000 and 2000, but is {value}")]
    Elo {
        /// `elo0` or `elo1`.
        name: &'static str,
        /// The given value.
        value: f64,
    },
    /// An error rate that is no probability.
    #[error("{name} must lie between 0 and 1, but is {value} (usual: 0.05)")]
    Rate {
        /// `alpha` or `beta`.
        name: &'static str,
        /// The given value.
        value: f64,
    },
    /// Error rates that leave nothing to decide.
    #[error("alpha + beta must be less than 1, but is {0}")]
    RateSum(f64),
    /// Not of the form `name=value`.
    #[error("\"{0}\" is not of the form name=value; try elo0=0 elo1=5 alpha=0.05 beta=0.05")]
    Form(String),
    /// A name that is not one of a test's.
    #[error("unknown name \"{0}\"; known are elo0, elo1, alpha, beta, model")]
    Name(String),
    /// The same name twice.
    #[error("{0} is given twice")]
    Twice(String),
    /// A value that is not a number.
    #[error("{name} must be a number, but is \"{value}\"")]
    Number {
        /// The value's name.
        name: String,
        /// The given value.
        value: String,
    },
    /// A model that is not offered.
    #[error("model must be normalized or logistic, but is \"{0}\"")]
    Model(String),
    /// No word of a hypothesis.
    #[error("{0} is missing; try elo0=0 elo1=5")]
    Missing(&'static str),
}

/// A test's parameters before they are checked, and as they are stored.
#[derive(Serialize, Deserialize)]
struct Fields {
    elo0: f64,
    elo1: f64,
    #[serde(default = "usual")]
    alpha: f64,
    #[serde(default = "usual")]
    beta: f64,
    #[serde(default)]
    model: SprtModel,
}

/// The usual error rate.
fn usual() -> f64 {
    0.05
}

impl Fields {
    fn check(self) -> Result<Sprt, SprtError> {
        let Self { elo0, elo1, alpha, beta, model } = self;
        for (name, value) in [("elo0", elo0), ("elo1", elo1)] {
            if !(-2000.0..=2000.0).contains(&value) {
                return Err(SprtError::Elo { name, value });
            }
        }
        if elo0 >= elo1 {
            return Err(SprtError::Order { elo0, elo1 });
        }
        for (name, value) in [("alpha", alpha), ("beta", beta)] {
            if !(value > 0.0 && value < 1.0) {
                return Err(SprtError::Rate { name, value });
            }
        }
        if alpha + beta >= 1.0 {
            return Err(SprtError::RateSum(alpha + beta));
        }
        Ok(Sprt { elo0, elo1, alpha, beta, model })
    }
}

impl TryFrom<Fields> for Sprt {
    type Error = SprtError;

    fn try_from(fields: Fields) -> Result<Self, Self::Error> {
        fields.check()
    }
}

impl From<Sprt> for Fields {
    fn from(sprt: Sprt) -> Self {
        let Sprt { elo0, elo1, alpha, beta, model } = sprt;
        Self { elo0, elo1, alpha, beta, model }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized`, in any order; the last three
    /// may be left out and are then those.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (mut elo0, mut elo1, mut alpha, mut beta) = (None, None, None, None);
        let mut model = None;
        for word in text.split_whitespace() {
            let (name, value) =
                word.split_once('=').ok_or_else(|| SprtError::Form(word.to_owned()))?;
            let place = match name {
                "elo0" => &mut elo0,
                "elo1" => &mut elo1,
                "alpha" => &mut alpha,
                "beta" => &mut beta,
                "model" if model.is_some() => return Err(SprtError::Twice(name.to_owned())),
                "model" => {
                    model = Some(value.parse()?);
                    continue;
                }
                _ => return Err(SprtError::Name(name.to_owned())),
            };
            if place.is_some() {
                return Err(SprtError::Twice(name.to_owned()));
            }
            *place = Some(value.parse::<f64>().map_err(|_| SprtError::Number {
                name: name.to_owned(),
                value: value.to_owned(),
            })?);
        }
        Fields {
            elo0: elo0.ok_or(SprtError::Missing("elo0"))?,
            elo1: elo1.ok_or(SprtError::Missing("elo1"))?,
            alpha: alpha.unwrap_or_else(usual),
            beta: beta.unwrap_or_else(usual),
            model: model.unwrap_or_default(),
        }
        .check()
    }
}

impl FromStr for SprtModel {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "normalized" => Ok(Self::Normalized),
            "logistic" => Ok(Self::Logistic),
            _ => Err(SprtError::Model(text.to_owned())),
        }
    }
}

impl fmt::Display for SprtModel {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Self::Normalized => "normalized",
            Self::Logistic => "logistic",
        })
    }
}

impl fmt::Display for Sprt {
    /// Writes what [`Sprt::from_str`] reads.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { elo0, elo1, alpha, beta, model } = self;
        write!(f, "elo0={elo0} elo1={elo1} alpha={alpha} beta={beta} model={model}")
    }
}

impl fmt::Display for Hypothesis {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.pad(match self {
            Self::H0 => "H0",
            Self::H1 => "H1",
        })
    }
}
