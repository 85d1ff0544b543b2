//! Moves: the unit of the search.

use crate::geometry::Hole;
use std::fmt;

/// A move of the search; under classic rules a [`super::Ply`] can change links in more ways.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Places a peg.
    Peg(Hole),
    /// Swaps according to the [`super::SwapRule`].
    Swap,
    /// Removes own links and places a peg, under classic rules.
    #[cfg(not(bundled))]
    Removing(super::Removal),
}

impl fmt::Display for Move {
    /// Writes `D6` or `SWAP`, as in the arena's protocol. Of a removal, only the
    /// peg: its links depend on the position ([`Position::ply`](super::Position::ply)).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Peg(hole) => write!(f, "{hole}"),
            Move::Swap => f.write_str("SWAP"),
            #[cfg(not(bundled))]
            Move::Removing(removal) => write!(f, "{}", removal.hole()),
        }
    }
}
