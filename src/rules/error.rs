use super::{Move, Outcome};
use crate::geometry::{Hole, Side, Size};
use std::fmt;

/// Why a move can't be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The board has no such hole, or it is a corner.
    OffBoard(Hole, Size),
    /// A peg stands there.
    Occupied(Hole, Side),
    /// The hole lies in a border row of the other side.
    OpponentsBorder(Hole, Side),
    /// A swap is the second player's first answer or nothing.
    SwapNotPossible,
    /// Nothing can be played any more.
    GameOver(Outcome),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::OffBoard(hole, size) => {
                write!(f, "{hole} is no hole of the {size} board without its corners")
            }
            PlayError::Occupied(hole, side) => write!(f, "{hole} holds a peg of {side}"),
            PlayError::OpponentsBorder(hole, side) => {
                write!(f, "{hole} lies in a border row of {side}")
            }
            PlayError::SwapNotPossible => {
                write!(f, "{} is only the second player's answer to the first peg", Move::Swap)
            }
            PlayError::GameOver(Outcome::Won(side)) => {
                write!(f, "the game is over: {side} has won")
            }
            PlayError::GameOver(Outcome::Drawn) => write!(f, "the game is over: drawn"),
        }
    }
}

impl std::error::Error for PlayError {}
