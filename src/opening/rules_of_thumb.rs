use crate::geometry::{Hole, Size};

/// Whether a peg lies within the ellipse around the centre on which strong players of the 24 × 24
/// game see the first pegs that leave both sides even chances: it goes about through E12 and L7 or
/// L8. Scaled to the board, its half axes are 5/16 and 5/24 of an edge, the longer one along the
/// peg's own borders.
#[cfg(not(bundled))]
#[must_use]
pub fn in_ellipse(size: Size, peg: Hole) -> bool {
    let (x, y) = from_centre(size, peg);
    let edge = i32::from(size.get());
    64 * x * x + 144 * y * y < 25 * edge * edge
}

/// Whether a peg lies in the square of half the board's edge in the middle: the plainest of rules,
/// to play against.
#[cfg(not(bundled))]
pub(super) fn in_square(size: Size, peg: Hole) -> bool {
    let (x, y) = from_centre(size, peg);
    2 * x.abs().max(y.abs()) < i32::from(size.get())
}

/// Twice the way from the centre to a hole, in whole numbers.
#[cfg(not(bundled))]
fn from_centre(size: Size, hole: Hole) -> (i32, i32) {
    let edge = i32::from(size.get());
    (2 * i32::from(hole.column()) + 1 - edge, 2 * i32::from(hole.row()) + 1 - edge)
}

/// L7 on 24 × 24, scaled: just outside the ellipse.
pub(super) fn first_peg(size: Size) -> Hole {
    Hole::new((size.columns() - 1) / 2, size.rows() / 4)
}
