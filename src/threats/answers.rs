use super::blocks::common_blocks;
use crate::distance::{holes_of, Bits, Distances};
use crate::geometry::Hole;
use crate::rules::Position;

/// Returns all moves after which the opponent, which needs one more peg, cannot win with its next peg. Overwrites
/// `distances`.
///
/// An answer must block each of the opponent's winning holes, `threats`: by a peg in the hole, or by a link
/// across one of the links that the opponent's peg would make there. Each answer is verified by measuring the
/// link distances, since the opponent may still connect in another way.
pub fn answers<const N: usize>(
    position: &Position,
    threats: Bits<N>,
    distances: &mut Distances<N>,
) -> Vec<Hole> {
    let mut answers = Vec::new();
    let (own, other) = (position.to_move(), !position.to_move());
    for hole in holes_of(common_blocks(position.board(), other, threats, |_| ())) {
        let mut board = position.board().clone();
        board.place(own, hole);
        distances.measure_side(&board, other);
        if distances.of(other).needed != Some(1) {
            answers.push(hole);
        }
    }
    answers
}
