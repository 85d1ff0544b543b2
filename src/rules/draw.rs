//! Draws before the board is full: neither side can connect its borders any more.

use super::{Outcome, Position};
use crate::board::{links_crossing, Board};
use crate::geometry::{Direction, Hole, Link, Side};

/// Returns whether a side could connect its borders if the opponent passed and kept all its links.
///
/// A side that cannot do so cannot win against an opponent that removes no links; if neither side can, the game is
/// drawn. The converse does not hold: further pegs may block a side.
#[must_use]
pub fn can_join(board: &Board, side: Side) -> bool {
    let size = board.size();
    let usable = |hole| size.open_to(side, hole) && !board.has_peg(!side, hole);
    let open = |link| links_crossing(link, size).all(|other| !board.has_link(!side, other));
    let ahead = |hole: &Hole| match side {
        Side::Vertical => hole.row(),
        Side::Horizontal => hole.column(),
    };
    let mut reached: Vec<Hole> =
        size.holes().filter(|&hole| size.is_first(side, hole) && usable(hole)).collect();
    let mut open_ends = reached.clone();
    // The search is depth-first towards the other border, since most positions have a direct path.
    while let Some(hole) = open_ends.pop() {
        if size.is_last(side, hole) {
            return true;
        }
        let known = open_ends.len();
        for end in Direction::ALL.into_iter().filter_map(|direction| hole.step(direction, size)) {
            let link = Link::between(hole, end);
            if !reached.contains(&end) && usable(end) && link.is_some_and(open) {
                reached.push(end);
                open_ends.push(end);
            }
        }
        open_ends[known..].sort_by_key(ahead);
    }
    false
}

/// Returns whether the position is drawn: the game has ended in a draw, or neither side can connect
/// its borders ([`can_join`]).
#[must_use]
pub fn is_drawn(position: &Position) -> bool {
    match position.outcome() {
        Some(outcome) => outcome == Outcome::Drawn,
        None => Side::ALL.into_iter().all(|side| !can_join(position.board(), side)),
    }
}
