use super::reach::common_stops;
use crate::distance::{holes_of, Bits, Distances};
use crate::geometry::Hole;
use crate::rules::Position;

/// All moves that keep an opponent who needs one peg more from winning with its next.
///
/// `threats` are the holes that win for it. A move that stops one of them takes its hole or crosses
/// one of the links that it would make; whoever does neither to one of them loses. Each move that
/// hinders all is then tried and measured, since a threat may have another way. `distances` is used
/// for that.
pub fn answers<const N: usize>(
    position: &Position,
    threats: Bits<N>,
    distances: &mut Distances<N>,
) -> Vec<Hole> {
    let mut answers = Vec::new();
    let (own, other) = (position.to_move(), !position.to_move());
    for hole in holes_of(common_stops(position.board(), other, threats, |_| ())) {
        let mut board = position.board().clone();
        board.place(own, hole);
        distances.measure_side(&board, other);
        if distances.of(other).needed != Some(1) {
            answers.push(hole);
        }
    }
    answers
}
