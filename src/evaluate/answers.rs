use crate::board::links_crossing;
use crate::distance::{holes_of, Bits, Distances};
use crate::geometry::{Direction, Hole, Link};
use crate::rules::Position;
use arrayvec::ArrayVec;

/// All moves that keep an opponent who needs one peg more from winning with its next.
///
/// `threats` are the holes that win for it. A move that stops the first of them takes its hole or
/// crosses one of the links that it would make; whoever does neither loses. Each such move is then
/// tried and measured, since it may leave another threat standing. `distances` is used for that.
pub(super) fn answers<const N: usize>(
    position: &Position,
    threats: Bits<N>,
    distances: &mut Distances<N>,
) -> ArrayVec<Hole, 64> {
    let mut answers = ArrayVec::new();
    let Some(threat) = holes_of(threats).next() else { return answers };
    let (board, size) = (position.board(), position.size());
    let (own, other) = (position.to_move(), !position.to_move());
    let mut candidates = ArrayVec::<Hole, 160>::new();
    let mut consider = |hole: Hole| {
        let vacant = size.open_to(own, hole) && board.peg(hole).is_none();
        if vacant && !candidates.contains(&hole) {
            candidates.push(hole);
        }
    };
    consider(threat);
    let links = Direction::ALL.into_iter().filter_map(|way| Link::from(threat, way, size));
    let made = links.filter(|&link| {
        let (upper, lower) = link.ends();
        let end = if upper == threat { lower } else { upper };
        board.has_peg(other, end) && !board.is_barred(other, link)
    });
    let hindering = made.flat_map(|link| links_crossing(link, size));
    for link in hindering.filter(|&link| !board.is_barred(own, link)) {
        let (upper, lower) = link.ends();
        match (board.has_peg(own, upper), board.has_peg(own, lower)) {
            (true, false) => consider(lower),
            (false, true) => consider(upper),
            _ => (),
        }
    }
    for hole in candidates {
        let mut board = board.clone();
        board.place(own, hole);
        distances.measure_side(&board, other);
        if distances.of(other).needed != Some(1) && !answers.is_full() {
            answers.push(hole);
        }
    }
    answers
}
