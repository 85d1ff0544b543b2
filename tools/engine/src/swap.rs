//! Swap decisions, and the root policy for all rule sets and for developers' bots.

use std::str::FromStr;
use twixt::engine::RootPolicy;
use twixt::geometry::{Hole, Side, Size};
use twixt::opening::{first_peg as usual, Opening, PackedBook};
use twixt::rules::{Linking, Position, SwapRule};

/// How a swap is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SwapBy {
    /// By the book; without an entry, by the search if it uses a network, else by the ellipse.
    #[default]
    Known,
    /// By the value of the search.
    Value,
    /// Swaps first pegs inside the ellipse on which strong players consider first pegs balanced.
    Ellipse,
    /// Swaps first pegs in the central square.
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

/// The root policy of all programs except the arena's bundle: configurable swap decisions, classic rules,
/// and swaps of sides.
#[derive(Clone, Copy, Debug, Default)]
pub struct Policy {
    /// Whether the evaluator's values of first pegs are reliable enough for swap decisions.
    pub judges: bool,
    /// How a swap is decided.
    pub swap_by: SwapBy,
    /// Whether the book is used for swap decisions only.
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

    /// The search does not support swaps of sides, after which the same side is to move; the player decides
    /// about them. On the empty board the search uses a mirror swap instead, which is equivalent.
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

/// Returns whether a first peg is inside the ellipse on which strong players of the 24 × 24 game consider
/// first pegs balanced. The ellipse passes near E12 and L7 or L8. Its semi-axes are 5/16 and 5/24 of the edge
/// length; the longer one is parallel to vertical's borders.
fn in_ellipse(size: Size, peg: Hole) -> bool {
    let (x, y) = from_centre(size, peg);
    let edge = i32::from(size.get());
    64 * x * x + 144 * y * y < 25 * edge * edge
}

/// Returns whether a peg is in the central square, which is half as wide as the board.
fn in_square(size: Size, peg: Hole) -> bool {
    let (x, y) = from_centre(size, peg);
    2 * x.abs().max(y.abs()) < i32::from(size.get())
}

/// Returns twice the offset of a hole from the centre.
fn from_centre(size: Size, hole: Hole) -> (i32, i32) {
    let edge = i32::from(size.get());
    (2 * i32::from(hole.column()) + 1 - edge, 2 * i32::from(hole.row()) + 1 - edge)
}

/// Returns the first peg of the built-in book, or the default for the size if the book has none.
#[must_use]
pub fn first_peg(size: Size) -> Hole {
    let found = PackedBook::built_in().unwrap_or_default().find(&Position::new(size));
    found.peg.unwrap_or_else(|| usual(size))
}
