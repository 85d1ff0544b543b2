//! Why a move is illegal.

use super::{Move, Outcome};
use crate::geometry::{Hole, Side, Size};
use std::fmt;

/// The reason why a move is not legal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlayError {
    /// The hole is off the board of this size, or a corner.
    OffBoard(Hole, Size),
    /// The hole holds a peg of this side.
    Occupied(Hole, Side),
    /// The hole is in a border row of the opponent, which is this side.
    OpponentsBorder(Hole, Side),
    /// The move is a swap, but not the reply to the first peg, or the rules have no swap.
    SwapNotPossible,
    /// The game is over.
    GameOver(Outcome),
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PlayError::OffBoard(hole, size) => {
                write!(f, "{hole} is not a hole of the {size} board")
            }
            PlayError::Occupied(hole, side) => write!(f, "{hole} holds a peg of {side}"),
            PlayError::OpponentsBorder(hole, side) => {
                write!(f, "{hole} is in a border row of {side}")
            }
            PlayError::SwapNotPossible => {
                write!(f, "{} is legal only as the reply to the first peg", Move::Swap)
            }
            PlayError::GameOver(Outcome::Won(side)) => {
                write!(f, "the game is over: {side} has won")
            }
            PlayError::GameOver(Outcome::Drawn) => write!(f, "the game is over: drawn"),
        }
    }
}

impl std::error::Error for PlayError {}
