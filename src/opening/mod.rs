//! The first plies: what the book holds, and who decides, book or search.
//!
//! A [book](PackedBook) holds, for one board size in PP, the own first peg, which first pegs to swap, and answers
//! to the positions that follow. Where it holds nothing the search decides. The search always runs, and a
//! proof goes before the book.

mod packed_book;

pub use packed_book::PackedBook;

use crate::geometry::{Hole, Size};
use crate::rules::{Move, Position, Proof};
use crate::search::{Decision, Search};

/// Returns the usual first peg where no book holds one: L7 of 24 × 24, scaled. It is just outside the
/// ellipse of first pegs that strong players swap.
#[must_use]
pub fn first_peg(size: Size) -> Hole {
    Hole::new((size.columns() - 1) / 2, size.rows() / 4)
}

/// What is known of a position before it is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Whether to swap; `None` if the search decides, or nothing can be swapped.
    pub swap: Option<bool>,
    /// The peg to set, unless the first one is swapped.
    pub peg: Option<Hole>,
}

impl Opening {
    /// Restricts what a book holds to what is legal in the position, and adds the usual first peg.
    #[must_use]
    pub fn for_position(self, position: &Position) -> Opening {
        let known = self.peg.filter(|&peg| position.check(Move::Peg(peg)).is_ok());
        let first = (position.pegs() == 0).then(|| first_peg(position.size()));
        Opening { swap: self.swap.filter(|_| position.may_swap()), peg: known.or(first) }
    }

    /// Returns the position to search: the same, but without a swap if that is decided.
    #[must_use]
    pub fn searched(&self, position: Position) -> Position {
        match self.swap {
            Some(_) => position.without_swap(),
            None => position,
        }
    }

    /// Returns the move to play after the search: the known one, unless the search has proven a win
    /// without it or that it loses.
    #[must_use]
    pub fn decide(&self, found: Decision, search: &Search) -> Decision {
        let (won, lost) = (found.proof == Proof::Won, found.proof == Proof::Lost);
        match self.peg {
            _ if self.swap.is_some_and(|swap| lost || swap && !won) => Decision {
                best: Some(Move::Swap),
                // The sides are exchanged: the opponent then has the value.
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
