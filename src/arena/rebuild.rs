use super::input::{fail, InputError, Last, Turn};
use crate::board::Board;
use crate::geometry::{Hole, Side, Size};
use crate::rules::Position;

/// Which side we are, who are to move: no line says it, so the first of these that speaks decides.
///
/// | what is known                                          | we are     |
/// |--------------------------------------------------------|------------|
/// | `FIRST` or `SWAP`                                      | vertical   |
/// | `known`, from an option or an earlier turn             | as known   |
/// | our peg in the top or bottom row, his left or right    | vertical   |
/// | our peg in the left or right column, his top or bottom | horizontal |
/// | he has more pegs than we                               | horizontal |
/// | he has as many or fewer                                | vertical   |
///
/// The counts are those of a game without a swap, where the first peg of all is the clearest case:
/// he has one, we none. After a swap they tell the opposite, horizontal being to move when both
/// have as many. A caller that reads a game from its start is not misled, as the first turns
/// settle the side before that; one that starts in the middle of a swapped game should know it.
///
/// # Errors
///
/// If we are known to be horizontal and read `FIRST` or `SWAP`. All else that contradicts the side
/// shows as a peg in a border row of the opponent, which [`rebuild`] refuses; `known` is taken as
/// the truth against the counts.
pub fn side_to_move(turn: &Turn, known: Option<Side>, size: Size) -> Result<Side, InputError> {
    if let Last::First | Last::Swap = turn.last {
        if known == Some(Side::Horizontal) {
            let found = if turn.last == Last::First { "FIRST" } else { "SWAP" };
            return fail(turn.line, "his last peg, as we are horizontal", found);
        }
        return Ok(Side::Vertical);
    }
    let (own, his) = (&turn.own.pegs, &turn.his.pegs);
    let on_border = |pegs: &[Hole], side| pegs.iter().any(|&peg| size.borders(side, peg) != 0);
    let told = || {
        let tells = |&side: &Side| on_border(own, side) || on_border(his, !side);
        Side::ALL.into_iter().find(tells)
    };
    let counted = Side::ALL[usize::from(his.len() > own.len())];
    Ok(known.or_else(told).unwrap_or(counted))
}

/// The position that the turn's lists describe, `side` (us) to move.
///
/// Links are set as listed, whatever they cross or lack.
///
/// # Errors
///
/// The first line with a peg where its side can't have one, a second peg in a hole, a link without
/// a peg at both ends or listed twice; or the turn's first line, if it names no peg of his.
pub fn rebuild(turn: &Turn, side: Side, size: Size) -> Result<Position, InputError> {
    let mut board = Board::new(size);
    let mut line = turn.line;
    for (owner, lists) in [(side, &turn.own), (!side, &turn.his)] {
        // The line of a count comes before each list.
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
            let expected = "his last peg to be in the list of his pegs";
            return fail(turn.line, expected, format!("{peg}, which is not"));
        }
    }
    Ok(Position::from_board(board, side))
}
