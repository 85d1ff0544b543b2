//! Statistics of a match, from the first bot's point of view. [`EloEstimate`], the log-likelihood ratio of an
//! [`Sprt`], and the [`summary()`] are computed from [`Counts`].
//!
//! ```
//! use records::stats::{summary, Counts, EloEstimate, Hypothesis, Pentanomial, Sprt, Wdl};
//!
//! let wdl = Wdl { wins: 816, draws: 1328, losses: 670 };
//! let counts = Counts { wdl, pairs: Pentanomial([50, 287, 610, 387, 73]) };
//! let estimate = EloEstimate::of(&counts);
//! assert_eq!(format!("{:.2}", estimate.elo), "18.04 +/- 8.23");
//!
//! let sprt: Sprt = "elo0=0 elo1=5 alpha=0.05 beta=0.05".parse()?;
//! assert_eq!(sprt.decision(sprt.llr(&counts)), Some(Hypothesis::H1));
//! println!("{}", summary(&counts, Some(sprt)));
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! # Why pairs
//!
//! The two games of a pair are not independent. An opening that favours one seat makes a win and a loss
//! likely: the pair's score then has a smaller variance than two independent games, and a test needs fewer
//! games. If both games instead tend to the same result, counting them as independent would break the test's
//! error rates. Statistics therefore use pairs if there are any.

mod distribution;
mod counts;
mod elo;
mod llr;
mod sprt;
mod summary;

pub use counts::{Counts, Pentanomial, Wdl};

pub use distribution::Distribution;
pub use elo::fixed;
pub(crate) use elo::Z95;
pub use elo::{EloEstimate, Estimate};
pub use sprt::{Hypothesis, Sprt, SprtState};
pub use summary::summary;

/// Normalised Elo per unit of (mean score − ½) / (standard deviation of a game). With this factor, normalised
/// and logistic Elo agree for equal players if there are no draws (Van den Bergh, "Comments on normalized
/// Elo").
pub const NELO_PER_SIGMA: f64 = 800.0 / std::f64::consts::LN_10;
