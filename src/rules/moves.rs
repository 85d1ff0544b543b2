//! Moves: the unit of the search.

use crate::geometry::Hole;
use std::fmt;

/// A move of the search; under classic rules a [`super::Ply`] can also change links.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Places a peg.
    Peg(Hole),
    /// Swaps according to the [`super::SwapRule`].
    Swap,
}

impl fmt::Display for Move {
    /// Writes `D6` or `SWAP`, as in the arena's protocol.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Peg(hole) => write!(f, "{hole}"),
            Move::Swap => f.write_str("SWAP"),
        }
    }
}
