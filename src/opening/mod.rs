//! The opening: book moves, and the choice between book and search.
//!
//! For one board size in PP, a [book](PackedBook) has the bot's first peg, a value for each first peg (which
//! decides whether the bot swaps), and answers in the positions that follow. The search always runs: it chooses
//! the move if the book has none, and its proofs override the book.

mod packed_book;

pub use packed_book::PackedBook;

use crate::geometry::{Hole, Size};
use crate::rules::{Move, Position, Proof};
use crate::search::{Decision, Search};

/// Returns the default first peg: L7 on 24 × 24, scaled to `size`. It is just outside the ellipse of first pegs
/// that strong players swap.
#[must_use]
pub fn first_peg(size: Size) -> Hole {
    Hole::new((size.columns() - 1) / 2, size.rows() / 4)
}

/// The book's entry for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Whether to swap; `None` if the search decides or a swap is illegal.
    pub swap: Option<bool>,
    /// The hole of the bot's peg if it does not swap; `None` if the search decides.
    pub peg: Option<Hole>,
}

impl Opening {
    /// Removes moves that are illegal in the position, and adds the default first peg on an empty board.
    #[must_use]
    pub fn for_position(self, position: &Position) -> Opening {
        let known = self.peg.filter(|&peg| position.check(Move::Peg(peg)).is_ok());
        let first = (position.pegs() == 0).then(|| first_peg(position.size()));
        Opening { swap: self.swap.filter(|_| position.may_swap()), peg: known.or(first) }
    }

    /// Returns the position to search: without the swap if the book decides about it.
    #[must_use]
    pub fn searched(&self, position: Position) -> Position {
        match self.swap {
            Some(_) => position.without_swap(),
            None => position,
        }
    }

    /// Returns the decision after the search: the book's move, unless another move is a proven win or the book's is a
    /// proven loss.
    #[must_use]
    pub fn decide(&self, found: Decision, search: &Search) -> Decision {
        let (won, lost) = (found.proof == Proof::Won, found.proof == Proof::Lost);
        match self.peg {
            _ if self.swap.is_some_and(|swap| lost || swap && !won) => Decision {
                best: Some(Move::Swap),
                // The search excluded the swap, after which the opponent is to move in the same position, up to
                // reflection.
                value: 1.0 - found.value,
                proof: if lost { Proof::Won } else { found.proof },
                ..found
            },
            Some(peg) if found.best != Some(Move::Swap) => {
                search.replace_move(found, Move::Peg(peg))
            }
            _ => found,
        }
    }
}
