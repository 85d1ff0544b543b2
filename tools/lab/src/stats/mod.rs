//! Statistics of a match of two bots: strength with error bars, and the sequential test.
//!
//! Everything here is seen from the first bot, and is plain arithmetic: no file is read, no game
//! is played. [`Counts`] go in; [`Strength`], the log-likelihood ratio of an [`Sprt`], and the
//! printed [`summary`] come out.
//!
//! ```
//! use lab::stats::{summary, Counts, Hypothesis, Sprt, Strength};
//!
//! let counts = Counts { wdl: "816 1328 670".parse()?, pairs: "50,287,610,387,73".parse()? };
//! let strength = Strength::of(&counts);
//! assert_eq!(format!("{:.2}", strength.elo), "18.04 +/- 8.23");
//!
//! let sprt: Sprt = "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=normalized".parse()?;
//! assert_eq!(sprt.decision(sprt.llr(&counts)), Some(Hypothesis::H1));
//! println!("{}", summary(&counts, Some(sprt)));
//! # Ok::<(), anyhow::Error>(())
//! ```
//!
//! # Why pairs
//!
//! Two games of one opening with seats exchanged are not independent: an opening that favours the
//! first seat makes a win in one game and a loss in the other likely. The score of the *pair* has
//! a smaller spread than two lone games would have, so pairs decide with fewer games; and where
//! the two games lean the same way, counting them as two samples would promise error rates that it
//! does not keep. Pairs are therefore used wherever there are any.

mod distribution;
mod counts;
mod strength;
mod llr;
mod sprt;
mod summary;

pub use counts::{Counts, Pentanomial, Wdl};
pub(crate) use distribution::dot;
pub use distribution::Distribution;
pub use sprt::{Hypothesis, Sprt, SprtModel};
pub(crate) use strength::{fixed, normal_cdf, Z95};
pub use strength::{Estimate, Strength};
pub use summary::summary;

/// Normalised Elo per unit of (mean score − ½) / (standard deviation of a game): 800 / ln 10.
///
/// With this factor a game without draws between equals has one normalised Elo to one logistic Elo
/// (Van den Bergh, "Comments on normalized Elo").
pub const NELO_PER_SIGMA: f64 = 800.0 / std::f64::consts::LN_10;
