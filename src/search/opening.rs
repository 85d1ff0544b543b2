use crate::geometry::{Hole, Side, Size};
use crate::rules::Position;

// Link distances can't judge a first peg: to them any peg saves a peg. Own games from first pegs
// could not settle it either, since they repeat one another. So this follows what strong players of
// the 24 × 24 game agree on: the first pegs that leave both sides even chances lie about on an
// ellipse around the centre through E12 and L7 or L8.

/// Whether to answer the first peg with a swap: whether it lies within that ellipse, scaled to the
/// board. Its half axes are 5/16 and 5/24 of an edge, the longer one along the peg's own borders.
pub(super) fn swap_pays(position: &Position) -> bool {
    let edge = i32::from(position.size().get());
    let peg = position.board().pegs(Side::Vertical).next();
    peg.is_some_and(|peg| {
        // Twice the way from the centre, in whole numbers.
        let x = 2 * i32::from(peg.column()) + 1 - edge;
        let y = 2 * i32::from(peg.row()) + 1 - edge;
        64 * x * x + 144 * y * y < 25 * edge * edge
    })
}

/// The first peg: L7 on 24 × 24, F4 on 12 × 12, just outside the ellipse.
pub(super) fn first_peg(size: Size) -> Hole {
    Hole::new((size.get() - 1) / 2, size.get() / 4)
}
