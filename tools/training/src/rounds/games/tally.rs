//! Counting games and positions in the order of the chunks.

use crate::rounds::chunks::Chunk;
use crate::rounds::settings::board::Board;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Games and the positions in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Count {
    /// Games.
    pub games: u64,
    /// Positions.
    pub positions: u64,
}

impl std::ops::AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.games += other.games;
        self.positions += other.positions;
    }
}

/// Chunks that count in their order until there are enough positions; all of them if none are
/// wanted.
#[derive(Debug)]
pub struct Tally {
    wanted: u64,
    held: BTreeMap<u32, (Board, Count)>,
    next: u32,
    /// What counts so far, by board.
    pub boards: BTreeMap<Board, Count>,
    positions: u64,
}

impl Tally {
    /// Nothing so far.
    #[must_use]
    pub fn new(positions: u64) -> Tally {
        let (held, boards) = (BTreeMap::new(), BTreeMap::new());
        Tally { wanted: positions, held, next: 0, boards, positions: 0 }
    }

    /// Takes a chunk's count, and counts it if its turn has come.
    pub fn add(&mut self, chunk: Chunk, count: Count) {
        self.held.insert(chunk.number, (chunk.board, count));
        while !self.over() {
            let Some((board, count)) = self.held.remove(&self.next) else { return };
            *self.boards.entry(board).or_default() += count;
            self.positions += count.positions;
            self.next += 1;
        }
    }

    /// Whether positions are wanted, not games.
    #[must_use]
    pub fn by_positions(&self) -> bool {
        self.wanted > 0
    }

    /// How many chunks count so far: the first ones.
    #[must_use]
    pub fn counted(&self) -> u32 {
        self.next
    }

    /// Whether there are enough positions.
    #[must_use]
    pub fn over(&self) -> bool {
        self.wanted > 0 && self.positions >= self.wanted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rounds::settings::board::Rules;

    fn tally(wanted: u64, order: &[u32]) -> (Tally, Vec<u32>) {
        let board = Board { size: 12, rules: Rules::Pp };
        let mut tally = Tally::new(wanted);
        for &number in order {
            let positions = u64::from(10 + number);
            tally.add(Chunk { number, size: 2, board }, Count { games: 2, positions });
        }
        let counted = (0..tally.next).collect();
        (tally, counted)
    }

    #[test]
    fn chunks_count_in_their_order() {
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let (tally, counted) = tally(30, &order);
            assert!(tally.over());
            assert_eq!(counted, [0, 1, 2], "10 + 11 + 12 positions are enough");
            let counts: Vec<_> = tally.boards.values().collect();
            assert_eq!(counts, [&Count { games: 6, positions: 33 }]);
        }
        let (tally, _) = tally(30, &[0, 2, 3]);
        assert!(!tally.over(), "what comes before is missing");
    }

    #[test]
    fn without_a_number_of_positions_all_count() {
        let (tally, counted) = tally(0, &[1, 0, 2]);
        assert!(!tally.over());
        assert_eq!(counted, [0, 1, 2]);
    }
}
