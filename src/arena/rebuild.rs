//! The position that a turn's lists describe.

use super::input::{fail, InputError, Last, Turn};
use crate::board::Board;
use crate::geometry::{Hole, Side, Size};
use crate::rules::Position;

/// Returns our side, the one to move. The input does not state the side; the first condition of this table that
/// holds determines it.
///
/// | condition                                                                           | our side   |
/// |-------------------------------------------------------------------------------------|------------|
/// | `FIRST` or `SWAP`                                                                   | vertical   |
/// | `known`, from an option or an earlier turn                                          | `known`    |
/// | we have a peg in the top or bottom row, or the opponent in the left or right column | vertical   |
/// | we have a peg in the left or right column, or the opponent in the top or bottom row | horizontal |
/// | the opponent has more pegs than we do                                               | horizontal |
/// | the opponent has as many pegs or fewer                                              | vertical   |
///
/// The last two conditions are wrong after a swap. That does not affect a caller that reads a game from its start; a
/// caller that starts in mid-game after a swap must pass `known`.
///
/// # Errors
/// If `known` is horizontal and the input is `FIRST` or `SWAP`; [`rebuild`] detects other contradictions.
pub fn side_to_move(turn: &Turn, known: Option<Side>, size: Size) -> Result<Side, InputError> {
    if let Last::First | Last::Swap = turn.last {
        if known == Some(Side::Horizontal) {
            let found = if turn.last == Last::First { "FIRST" } else { "SWAP" };
            return fail(turn.line, "the last peg, as we are horizontal", found);
        }
        return Ok(Side::Vertical);
    }
    let (own, his) = (&turn.own.pegs, &turn.his.pegs);
    let on_border = |pegs: &[Hole], side| pegs.iter().any(|&peg| size.borders(side, peg) != 0);
    let by_borders = || {
        let fits = |&side: &Side| on_border(own, side) || on_border(his, !side);
        Side::ALL.into_iter().find(fits)
    };
    let by_counts = Side::ALL[usize::from(his.len() > own.len())];
    Ok(known.or_else(by_borders).unwrap_or(by_counts))
}

/// Returns the position that a turn's lists describe, with `side` (ours) to move. Listed links may cross.
///
/// # Errors
/// The first line with a peg in an occupied hole or in a border row of the other side, or with a link that is listed
/// twice or has no peg at an end; or the turn's first line, if its peg is missing from the opponent's list.
pub fn rebuild(turn: &Turn, side: Side, size: Size) -> Result<Position, InputError> {
    let mut board = Board::new(size);
    let mut line = turn.line;
    for (owner, lists) in [(side, &turn.own), (!side, &turn.his)] {
        // The line with the number of pegs.
        line += 1;
        for &peg in &lists.pegs {
            line += 1;
            if !size.open_to(owner, peg) {
                let expected = format!("a peg of {owner} outside {}'s border rows", !owner);
                return fail(line, expected, peg.to_string());
            }
            if let Some(other) = board.peg(peg) {
                let found = format!("{peg}, listed above for {other}");
                return fail(line, "each hole to have one peg", found);
            }
            board.set_peg(owner, peg);
        }
        // The line with the number of links.
        line += 1;
        for &link in &lists.links {
            line += 1;
            let (a, b) = link.ends();
            if let Some(end) = [a, b].into_iter().find(|&end| !board.has_peg(owner, end)) {
                let expected = format!("a link between two pegs of {owner}");
                return fail(line, expected, format!("{a} {b} and no such peg at {end}"));
            }
            if board.has_link(owner, link) {
                return fail(line, "each link once", format!("{a} {b} again"));
            }
            board.link(owner, link);
        }
    }
    if let Last::Peg(peg) = turn.last {
        if !board.has_peg(!side, peg) {
            let expected = "the last peg to be in the opponent's list";
            return fail(turn.line, expected, format!("{peg}, which is not"));
        }
    }
    Ok(Position::from_board(board, side))
}
