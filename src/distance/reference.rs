//! Reference implementation of link distances, with a queue.

use crate::board::Board;
use crate::geometry::{Direction, Hole, Link, Side, Size};
use std::collections::VecDeque;

/// The link distances of a side; see [`super::SideDistances`].
#[derive(Clone, PartialEq, Debug)]
pub struct ReferenceDistances {
    /// Distances by border (top or left first), row and column.
    distance: [[[Option<u8>; 24]; 24]; 2],
    /// The number of missing pegs; `None` if the side is cut off.
    pub needed: Option<u8>,
    /// The number of missing pegs for which all best chains use the same hole.
    pub bottlenecks: u8,
    /// Σ 1 / (number of possible holes) over the missing pegs.
    pub narrowness: f32,
}

impl ReferenceDistances {
    /// Measures the distances of one side.
    #[must_use]
    pub fn measure(board: &Board, side: Side) -> ReferenceDistances {
        let distance = [sweep(board, side, 0), sweep(board, side, 1)];
        let mut reference =
            ReferenceDistances { distance, needed: None, bottlenecks: 0, narrowness: 0.0 };
        let size = board.size();
        let far = size.holes().filter(|&hole| size.is_last(side, hole));
        reference.needed = far.filter_map(|hole| reference.distance(0, hole)).min();
        for peg in 1..=reference.needed.unwrap_or(0) {
            let choice = size.holes().filter(|&hole| {
                reference.distance(0, hole) == Some(peg) && reference.slack(board, hole) == Some(0)
            });
            let choice = choice.count();
            reference.bottlenecks += u8::from(choice == 1);
            reference.narrowness += 1.0 / choice as f32;
        }
        reference
    }

    /// Returns the distance of a hole from border 0 (top or left) or 1 (bottom or right).
    #[must_use]
    pub fn distance(&self, border: usize, hole: Hole) -> Option<u8> {
        self.distance[border][usize::from(hole.row())][usize::from(hole.column())]
    }

    /// Returns the slack of a vacant hole; `None` if no chain leads through it.
    #[must_use]
    pub fn slack(&self, board: &Board, hole: Hole) -> Option<u8> {
        if board.peg(hole).is_some() {
            return None;
        }
        let chain = self.distance(0, hole)? + self.distance(1, hole)? - 1;
        Some(chain - self.needed?)
    }
}

/// Runs the 0–1 breadth-first search from one border: own pegs enter the queue at the front, vacant holes at
/// the back.
fn sweep(board: &Board, side: Side, border: usize) -> [[Option<u8>; 24]; 24] {
    let size = board.size();
    let mut distance = [[None; 24]; 24];
    let mut queue = VecDeque::new();
    let enter = |queue: &mut VecDeque<(Hole, u8)>, hole: Hole, so_far: u8| {
        if board.has_peg(side, hole) {
            queue.push_front((hole, so_far));
        } else if board.peg(hole).is_none() && size.open_to(side, hole) {
            queue.push_back((hole, so_far + 1));
        }
    };
    for hole in size.holes().filter(|&hole| size.borders(side, hole) >> border & 1 != 0) {
        enter(&mut queue, hole, 0);
    }
    while let Some((hole, pegs)) = queue.pop_front() {
        let entry: &mut Option<u8> =
            &mut distance[usize::from(hole.row())][usize::from(hole.column())];
        if entry.is_some() {
            continue;
        }
        *entry = Some(pegs);
        for end in neighbours(board, side, hole, size) {
            enter(&mut queue, end, pegs);
        }
    }
    distance
}

/// Returns the holes to which a link of `side` from `hole` is not blocked.
fn neighbours(
    board: &Board,
    side: Side,
    hole: Hole,
    size: Size,
) -> impl Iterator<Item = Hole> + '_ {
    Direction::ALL.into_iter().filter_map(move |direction| {
        let end = hole.step(direction, size)?;
        let link = Link::between(hole, end)?;
        (!board.is_barred(side, link)).then_some(end)
    })
}
