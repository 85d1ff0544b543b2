//! Swap decisions, and the root policy for all rule sets and for developers' bots.

use twixt::engine::RootPolicy;
use twixt::geometry::{Hole, Side, Size};
use twixt::opening::{first_peg as usual, Opening, PackedBook};
use twixt::rules::{Linking, Position, SwapRule};

/// The root policy of all programs except the arena's bundle: classic rules, swaps of sides, and swaps by the place of the
/// first peg if neither the book nor the evaluator can judge it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Policy {
    /// Whether the evaluator's values of first pegs are reliable enough for swap decisions.
    pub judges: bool,
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
        let by_place = || first.map(|first| in_ellipse(position.size(), first));
        let swap = if self.judges { swap } else { swap.or_else(by_place) };
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
    let edge = i32::from(size.get());
    // Twice the offset from the centre.
    let [x, y] = [peg.column(), peg.row()].map(|at| 2 * i32::from(at) + 1 - edge);
    64 * x * x + 144 * y * y < 25 * edge * edge
}

/// Returns the first peg of the built-in book, or the default for the size if the book has none.
pub fn first_peg(size: Size) -> Hole {
    let found = PackedBook::built_in().unwrap_or_default().find(&Position::new(size));
    found.peg.unwrap_or_else(|| usual(size))
}
