//! Who decides about a swap, and the policies for people's games and developers' bots.

use std::str::FromStr;
use twixt::engine::RootPolicy;
use twixt::geometry::{Hole, Side, Size};
use twixt::opening::{first_peg as usual, Opening, PackedBook};
use twixt::rules::{Linking, Position, SwapRule};

/// Who decides about a swap.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SwapBy {
    /// The book; without one the search if its evaluator is a network, else the ellipse.
    #[default]
    Known,
    /// The search.
    Value,
    /// The ellipse of strong players ([`in_ellipse`]).
    Ellipse,
    /// The square in the middle.
    Square,
}

impl FromStr for SwapBy {
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

/// The root policy of all programs but the arena's: swaps by several rules, books for swaps alone, classic
/// play, and swaps of sides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Policy {
    /// Whether the search's evaluator judges first pegs, as a network does.
    pub judges: bool,
    /// Who decides about a swap.
    pub swap_by: SwapBy,
    /// Whether the book decides about swaps alone.
    pub only_swaps: bool,
}

impl RootPolicy for Policy {
    fn opening(&self, position: &Position, found: Opening) -> Opening {
        let Opening { swap, peg } = match position.rules().linking {
            Linking::Pp => found,
            Linking::Standard => Opening::default(),
        };
        let first = position.board().pegs(Side::Vertical).next();
        let by = |rule: fn(Size, Hole) -> bool| first.map(|first| rule(position.size(), first));
        let swap = match self.swap_by {
            SwapBy::Known if swap.is_some() || self.judges => swap,
            SwapBy::Value => None,
            SwapBy::Square => by(in_square),
            SwapBy::Known | SwapBy::Ellipse => by(in_ellipse),
        };
        Opening { swap, peg: peg.filter(|_| !self.only_swaps) }.for_position(position)
    }

    /// A swap of sides leaves the same side on move, which the search does not expect: the engine decides
    /// about it. Before the first peg it is searched as a mirrored swap, which comes to the same.
    fn searched(&self, position: &Position, opening: Opening) -> Position {
        match position.rules().swap {
            SwapRule::Mirror => opening.searched(position.clone()),
            SwapRule::Sides if position.pegs() == 0 => {
                Position::from_board(position.board().clone(), position.to_move())
            }
            _ => position.clone().without_swap(),
        }
    }
}

/// Whether a peg lies within the ellipse around the centre on which strong players of the 24 × 24
/// game see the first pegs that leave both sides even chances: it goes about through E12 and L7 or
/// L8. Scaled to the board, its half axes are 5/16 and 5/24 of an edge, the longer one along the
/// peg's own borders.
#[must_use]
pub fn in_ellipse(size: Size, peg: Hole) -> bool {
    let (x, y) = from_centre(size, peg);
    let edge = i32::from(size.get());
    64 * x * x + 144 * y * y < 25 * edge * edge
}

/// Whether a peg lies in the square of half the board's edge in the middle: the plainest of rules,
/// to play against.
fn in_square(size: Size, peg: Hole) -> bool {
    let (x, y) = from_centre(size, peg);
    2 * x.abs().max(y.abs()) < i32::from(size.get())
}

/// Twice the way from the centre to a hole, in whole numbers.
fn from_centre(size: Size, hole: Hole) -> (i32, i32) {
    let edge = i32::from(size.get());
    (2 * i32::from(hole.column()) + 1 - edge, 2 * i32::from(hole.row()) + 1 - edge)
}

/// Returns the bot's first peg: the shipped book's, else the usual one of the size.
#[must_use]
pub fn first_peg(size: Size) -> Hole {
    let found = PackedBook::built_in().unwrap_or_default().find(&Position::new(size));
    found.peg.unwrap_or_else(|| usual(size))
}
