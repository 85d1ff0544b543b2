//! What is played where a search tells nothing: the first peg, and the answer to it.

use twixt::geometry::Side;
use twixt::opening::{first_peg, in_ellipse};
use twixt::rules::{Move, Position};

/// Link distances and random games can't judge a first peg, so that it and the swap follow the bot's
/// rule of thumb.
pub(crate) fn opening(position: &Position) -> Option<Move> {
    if position.pegs() == 0 {
        return Some(Move::Peg(first_peg(position.size())));
    }
    let first = position.board().pegs(Side::Vertical).next();
    let is_good = position.may_swap() && first.is_some_and(|peg| in_ellipse(position.size(), peg));
    is_good.then_some(Move::Swap)
}
