//! The first peg and the answer to it.

use super::Params;
use crate::geometry::{Hole, Side, Size};
use crate::rules::Position;

/// What first pegs are worth on 12 × 12, from games of the bot against itself: by row of the upper
/// left quarter the points of the side that set it, in hundredths, two digits each; `--` where it
/// may not. `selfplay first-pegs --table` writes it.
const MAP: &str = include_str!("first_pegs.txt");

/// Who decides about a swap.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Swap {
    /// The first peg is to be taken.
    Pays,
    /// It is not.
    Not,
    /// The search is to find out what the position is worth.
    ByValue,
}

/// Shares this far from even are believed without a search. Nearer ones are decided by better play
/// than that of the map's games: with them alone the bot lost seven of eight pairs of games, of 127,
/// that the swap decided.
const CLEAR: u8 = 45;

/// What is known about a swap before any search. `params.swap_by` picks a rule; else the map counts
/// where it is clear, then the search's value if its evaluator `judges` first pegs, then the map
/// where there is one, then the ellipse.
pub(super) fn swap(position: &Position, params: &Params, judges: bool) -> Swap {
    let Some(peg) = position.board().pegs(Side::Vertical).next() else { return Swap::Not };
    let size = position.size();
    let known = match params.swap_by as u8 {
        0 => match share(size, peg) {
            Some(share) if !judges || share.abs_diff(50) >= CLEAR => Some(share >= 50),
            _ if judges => None,
            _ => Some(in_ellipse(size, peg)),
        },
        1 => None,
        2 => Some(in_ellipse(size, peg)),
        _ => Some(in_square(size, peg)),
    };
    match known {
        Some(true) => Swap::Pays,
        Some(false) => Swap::Not,
        None => Swap::ByValue,
    }
}

/// The points of the side that sets this first peg, in hundredths, where games have told.
fn share(size: Size, peg: Hole) -> Option<u8> {
    let half = usize::from(size.get() / 2);
    let mut rows = MAP.lines();
    if rows.clone().count() != half || !size.is_square() {
        return None;
    }
    let fold = |place: u8| usize::from(place.min(size.get() - 1 - place));
    let (row, column) = (fold(peg.row()), fold(peg.column()));
    rows.nth(row)?.get(2 * column..2 * column + 2)?.parse().ok()
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

/// Whether a peg lies in the square of half the board's edge in the middle: the plainest of tables,
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

/// The first peg: where there is a map the one that it finds nearest to even, else L7 on 24 × 24,
/// scaled, just outside the ellipse.
#[must_use]
pub fn first_peg(size: Size) -> Hole {
    let half = size.get().div_ceil(2);
    let quarter = (0..half).flat_map(|row| (0..half).map(move |column| Hole::new(column, row)));
    let known = quarter.filter_map(|hole| Some((share(size, hole)?.abs_diff(50), hole)));
    match known.min_by_key(|&(distance, _)| distance) {
        Some((_, hole)) => hole,
        None => Hole::new((size.columns() - 1) / 2, size.rows() / 4),
    }
}
