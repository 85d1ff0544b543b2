//! The first peg and the swap.

use twixt::geometry::Side;
use twixt::opening::{first_peg, in_ellipse};
use twixt::rules::{Move, Position};

/// Returns the first peg, or the swap of a first peg inside the ellipse. Neither link distances nor random
/// games evaluate first pegs well enough to decide about them.
pub(crate) fn opening(position: &Position) -> Option<Move> {
    if position.pegs() == 0 {
        return Some(Move::Peg(first_peg(position.size())));
    }
    let first = position.board().pegs(Side::Vertical).next();
    let is_good = position.may_swap() && first.is_some_and(|peg| in_ellipse(position.size(), peg));
    is_good.then_some(Move::Swap)
}
