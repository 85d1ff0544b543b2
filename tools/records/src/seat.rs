//! The players by the order of their moves.

use serde::{Deserialize, Serialize};
use std::fmt;
use twixt::geometry::Side;

/// One of the two players, by the order of their moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Moves first.
    First,
    /// Moves second and may swap.
    Second,
}

impl Seat {
    /// Both seats in order of play.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// Returns the opponent.
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// Returns 0 for the first player, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the player's side in the arena, whose swap moves the peg and not the players.
    pub const fn side(self) -> Side {
        match self {
            Seat::First => Side::Vertical,
            Seat::Second => Side::Horizontal,
        }
    }
}

impl From<Side> for Seat {
    /// Returns the player of a side in the arena, see [`Seat::side`].
    fn from(side: Side) -> Seat {
        match side {
            Side::Vertical => Seat::First,
            Side::Horizontal => Seat::Second,
        }
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Seat::First => "first",
            Seat::Second => "second",
        })
    }
}
