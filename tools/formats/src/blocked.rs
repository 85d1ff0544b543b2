use twixt::board::{links_crossing, Board};
use twixt::geometry::{Direction, Hole, Link, Side};
use twixt::rules::{Outcome, Position};

/// Whether the game is drawn, as [`twixt::rules::is_drawn`] says and many times as fast: a reader asks
/// it of every game, and in most of them a side still gets straight to its other border.
pub(crate) fn is_drawn(position: &Position) -> bool {
    match position.outcome() {
        Some(outcome) => outcome == Outcome::Drawn,
        None => Side::ALL.into_iter().all(|side| !can_join(position.board(), side)),
    }
}

/// Whether a side can still join its borders: a search that goes on from the hole that it found last,
/// the steps towards the other border first.
fn can_join(board: &Board, side: Side) -> bool {
    let size = board.size();
    let usable = |hole| size.open_to(side, hole) && !board.has_peg(!side, hole);
    let open = |link| links_crossing(link, size).all(|other| !board.has_link(!side, other));
    let ahead = |hole: Hole| match side {
        Side::Vertical => hole.row(),
        Side::Horizontal => hole.column(),
    };
    let index = |hole: Hole| usize::from(hole.row()) * 24 + usize::from(hole.column());
    let mut seen = [false; 24 * 24];
    let mut todo: Vec<Hole> =
        size.holes().filter(|&hole| size.is_first(side, hole) && usable(hole)).collect();
    todo.iter().for_each(|&hole| seen[index(hole)] = true);
    while let Some(hole) = todo.pop() {
        if size.is_last(side, hole) {
            return true;
        }
        let known = todo.len();
        for end in Direction::ALL.into_iter().filter_map(|direction| hole.step(direction, size)) {
            let link = Link::between(hole, end);
            if !seen[index(end)] && usable(end) && link.is_some_and(open) {
                seen[index(end)] = true;
                todo.push(end);
            }
        }
        todo[known..].sort_by_key(|&hole| ahead(hole));
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use twixt::geometry::Size;
    use twixt::rules::{Linking, Move, Rules};

    /// Random games to their ends: the two ways agree after every peg.
    #[test]
    fn the_fast_way_agrees_with_the_plain_one() {
        let mut random = twixt::random::Random::new(7);
        let mut drawn = 0;
        for number in 0..150 {
            let linking = [Linking::Pp, Linking::Standard][number % 2];
            let size = Size::rectangle(5 + number as u8 % 3, 5 + number as u8 % 4).unwrap();
            let mut position = Position::with_rules(size, Rules { linking, ..Rules::ARENA });
            while position.outcome().is_none() {
                let moves: Vec<Move> =
                    position.moves().filter(|mv| matches!(mv, Move::Peg(_))).collect();
                position.play(moves[random.below(moves.len() as u32) as usize]).unwrap();
                assert_eq!(is_drawn(&position), twixt::rules::is_drawn(&position));
                drawn += usize::from(is_drawn(&position) && position.outcome().is_none());
            }
        }
        assert!(drawn > 10, "{drawn}");
    }
}
