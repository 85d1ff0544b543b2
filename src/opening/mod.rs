//! The first plies: what is known of them before any search.
//!
//! A [book](Pages) tells of one size, in PP, what to open with, which first pegs to swap, and answers
//! to the positions that follow. What it is silent about, rules of thumb decide or the search. The
//! search has the last word all the same: it thinks about every position as usual, and what it has
//! proven goes before whatever is written.

#[cfg(not(bundled))]
mod book;
mod pages;
mod rules_of_thumb;

#[cfg(not(bundled))]
pub use book::{quarter, Answer, Book, BookError, FirstPeg};
pub use pages::Pages;
#[cfg(not(bundled))]
pub use rules_of_thumb::in_ellipse;

use crate::geometry::Hole;
#[cfg(not(bundled))]
use crate::geometry::{Side, Size};
#[cfg(not(bundled))]
use crate::rules::Linking;
use crate::rules::{Move, Position, Proof};
use crate::search::{Report, Search};

/// Who decides about a swap.
#[cfg(not(bundled))]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SwapBy {
    /// The book; where there is none the search, if its evaluator judges first pegs; else the ellipse.
    #[default]
    Known,
    /// The search.
    Value,
    /// The ellipse of strong players ([`in_ellipse`]).
    Ellipse,
    /// The square in the middle.
    Square,
}

#[cfg(not(bundled))]
impl std::str::FromStr for SwapBy {
    type Err = ();

    fn from_str(text: &str) -> Result<SwapBy, ()> {
        Ok(match text {
            "known" => SwapBy::Known,
            "value" => SwapBy::Value,
            "ellipse" => SwapBy::Ellipse,
            "square" => SwapBy::Square,
            _ => return Err(()),
        })
    }
}

/// All that is known of openings. The arena's single file, which plays there alone, has the book and
/// none of the rules of thumb about swaps.
#[derive(Clone, Debug)]
pub struct Openings {
    pages: Pages,
    #[cfg(not(bundled))]
    judges: bool,
    #[cfg(not(bundled))]
    swap_by: SwapBy,
    #[cfg(not(bundled))]
    only_swaps: bool,
}

impl Openings {
    /// By this book, for a search whose evaluator judges first pegs, as the network does.
    #[must_use]
    pub const fn new(pages: Pages) -> Openings {
        Openings {
            pages,
            #[cfg(not(bundled))]
            judges: true,
            #[cfg(not(bundled))]
            swap_by: SwapBy::Known,
            #[cfg(not(bundled))]
            only_swaps: false,
        }
    }

    /// The same for a search whose evaluator judges first pegs or not
    /// ([`crate::evaluate::Evaluator::judges_first_pegs`]).
    #[cfg(not(bundled))]
    #[must_use]
    pub fn judging(self, judges: bool) -> Openings {
        Openings { judges, ..self }
    }

    /// The same with swaps decided by this rule.
    #[cfg(not(bundled))]
    #[must_use]
    pub fn swapping_by(self, swap_by: SwapBy) -> Openings {
        Openings { swap_by, ..self }
    }

    /// The same with a book that is asked about swaps alone, not what to play.
    #[cfg(not(bundled))]
    #[must_use]
    pub fn only_for_swaps(self) -> Openings {
        Openings { only_swaps: true, ..self }
    }

    /// What is known of a position, whatever led there.
    #[must_use]
    pub fn of(&self, position: &Position) -> Opening {
        let found = self.pages.find(position);
        #[cfg(not(bundled))]
        let found = self.amended(found, position);
        let known = found.peg.filter(|&peg| position.check(Move::Peg(peg)).is_ok());
        let first = (position.pegs() == 0).then(|| rules_of_thumb::first_peg(position.size()));
        Opening { swap: found.swap.filter(|_| position.may_swap()), peg: known.or(first) }
    }

    /// What the book says of the position, changed to what the rule for swaps says and to what is
    /// wanted of the book.
    #[cfg(not(bundled))]
    fn amended(&self, found: Opening, position: &Position) -> Opening {
        let Opening { swap, peg } = match position.rules().linking {
            Linking::Pp => found,
            Linking::Standard => Opening::default(),
        };
        let first = position.board().pegs(Side::Vertical).next();
        let by = |rule: fn(Size, Hole) -> bool| first.map(|first| rule(position.size(), first));
        let swap = match self.swap_by {
            SwapBy::Known if swap.is_some() || self.judges => swap,
            SwapBy::Value => None,
            SwapBy::Square => by(rules_of_thumb::in_square),
            SwapBy::Known | SwapBy::Ellipse => by(in_ellipse),
        };
        Opening { swap, peg: peg.filter(|_| !self.only_swaps) }
    }
}

/// What the bot opens with: by the book that comes with it, else the usual peg of the size.
#[cfg(not(bundled))]
#[must_use]
pub fn first_peg(size: Size) -> Hole {
    let opening = Openings::new(Pages::shipped().unwrap_or_default()).of(&Position::new(size));
    opening.peg.unwrap_or_else(|| rules_of_thumb::first_peg(size))
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Opening {
    /// Whether to swap; `None` if the search decides, or nothing can be swapped.
    pub swap: Option<bool>,
    /// The peg to set, unless the first one is swapped.
    pub peg: Option<Hole>,
}

impl Opening {
    /// The position to search: as it is, but nobody may swap if that is decided.
    #[must_use]
    pub fn searched(&self, position: Position) -> Position {
        match self.swap {
            Some(_) => position.without_swap(),
            None => position,
        }
    }

    /// What to play, from the `report` on the position searched: what is known, unless the search
    /// has proven a win without it or that it loses.
    #[must_use]
    pub fn decide(&self, report: Report, search: &Search) -> Report {
        let (won, lost) = (report.proof == Proof::Won, report.proof == Proof::Lost);
        match self.peg {
            _ if self.swap.is_some_and(|swap| lost || swap && !won) => Report {
                // The sides are exchanged: the opponent then has the value.
                value: 1.0 - report.value,
                #[cfg(not(bundled))]
                proof: if lost { Proof::Won } else { report.proof },
                ..report.with(Move::Swap)
            },
            Some(peg) if report.best != Some(Move::Swap) => search.instead(report, Move::Peg(peg)),
            _ => report,
        }
    }
}
