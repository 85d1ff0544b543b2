use crate::geometry::Hole;
use std::fmt;

/// What a player does in its turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Sets a peg.
    Peg(Hole),
    /// Takes over the opponent's first peg.
    Swap,
}

impl fmt::Display for Move {
    /// As the arena writes it: `D6` or `SWAP`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Peg(hole) => write!(f, "{hole}"),
            Move::Swap => f.write_str("SWAP"),
        }
    }
}
