//! Positions seen, with what was found out about them, in a table of fixed size.

use super::value::Score;
use twixt::geometry::{Hole, Side};
use twixt::rules::Position;

/// How a kept score bounds the true one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// It is the true one.
    Exact,
    /// The true one is at least this.
    Lower,
    /// The true one is at most this.
    Upper,
}

/// What is known of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry {
    score: Score,
    /// The plies that were looked ahead.
    depth: i32,
    bound: Bound,
    /// The turn that it was kept in.
    turn: u8,
    best: Option<Hole>,
}

/// A depth for what no deeper search can change.
pub const CERTAIN: i32 = i8::MAX as i32;

/// A key and an entry in numbers; no entry is 0. Numbers, since memory that begins as zeros costs
/// nothing before it is used, and the first turn's clock runs while the table is made.
type Slot = [u64; 2];

/// Slots that a key can go to.
const WAYS: usize = 4;

impl Entry {
    /// The score, if it was looked far enough ahead to count for `depth` plies, and settles the
    /// position for whoever asks for scores between `alpha` and `beta`.
    #[must_use]
    pub fn settles(&self, depth: i32, alpha: Score, beta: Score) -> Option<Score> {
        let enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        (enough && self.depth >= depth).then_some(self.score)
    }

    /// The move that was best.
    #[must_use]
    pub const fn best(&self) -> Option<Hole> {
        self.best
    }

    /// From the low bits up: score 32, depth 8, turn 8, bound 2 (from 1 on), row and column of the
    /// best move 5 each, both 31 if there is none.
    fn pack(self) -> u64 {
        let (row, column) = self.best.map_or((31, 31), |hole| (hole.row(), hole.column()));
        u64::from(self.score as u32)
            | (self.depth as u64) << 32
            | u64::from(self.turn) << 40
            | (self.bound as u64 + 1) << 48
            | u64::from(row) << 50
            | u64::from(column) << 55
    }

    /// The entry that [`Entry::pack`] made these numbers of, or `None` from 0.
    fn unpack(bits: u64) -> Option<Entry> {
        let bound = (bits >> 48 & 3).checked_sub(1)?;
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper][bound as usize];
        let (row, column) = ((bits >> 50 & 31) as u8, (bits >> 55 & 31) as u8);
        Some(Entry {
            score: bits as u32 as Score,
            depth: (bits >> 32 & 0xff) as i32,
            bound,
            turn: (bits >> 40) as u8,
            best: (row != 31).then(|| Hole::new(column, row)),
        })
    }
}

/// The table.
pub struct Table {
    slots: Vec<Slot>,
    turn: u8,
}

impl Table {
    /// A table of so many MiB, rounded down to a power of two of slots; 0 keeps nothing.
    #[must_use]
    pub fn new(mib: u32) -> Table {
        let slots = (mib as usize) * (1 << 20) / size_of::<Slot>();
        let slots = if slots == 0 { 0 } else { 1 << slots.ilog2() };
        Table { slots: vec![[0; 2]; slots], turn: 0 }
    }

    /// Begins a turn: what was kept in earlier ones is the first to be replaced.
    pub fn age(&mut self) {
        self.turn = self.turn.wrapping_add(1);
    }

    /// What is known of the position with this key.
    #[must_use]
    pub fn find(&self, key: u64) -> Option<Entry> {
        let slots = self.slots.get(self.slots_of(key))?;
        let slot = slots.iter().find(|slot| slot[0] == key)?;
        Entry::unpack(slot[1])
    }

    /// Keeps what was found out about a position, in place of what tells least.
    pub fn keep(&mut self, key: u64, depth: i32, score: Score, bound: Bound, best: Option<Hole>) {
        let (slots, turn) = (self.slots_of(key), self.turn);
        let Some(slots) = self.slots.get_mut(slots) else { return };
        let worth = |slot: &Slot| match Entry::unpack(slot[1]) {
            _ if slot[0] == key => i32::MIN,
            None => i32::MIN + 1,
            Some(entry) if entry.turn != turn => entry.depth - 1000,
            Some(entry) => entry.depth,
        };
        let Some(slot) = slots.iter_mut().min_by_key(|slot| worth(slot)) else { return };
        let before = Entry::unpack(slot[1]).filter(|_| slot[0] == key);
        let best = best.or_else(|| before.and_then(|entry| entry.best));
        let depth = depth.clamp(0, CERTAIN);
        *slot = [key, Entry { score, depth, bound, turn, best }.pack()];
    }

    /// Where a key's slots lie.
    fn slots_of(&self, key: u64) -> std::ops::Range<usize> {
        // Of an empty table the range lies outside, so that nothing is found.
        let first = (key >> 20) as usize & self.slots.len().wrapping_sub(1) & !(WAYS - 1);
        first..first + WAYS
    }
}

/// A position's key: pegs, links, and who is to move.
#[must_use]
pub fn key_of(position: &Position) -> u64 {
    let key = position.board().key();
    match position.to_move() {
        Side::Vertical => key,
        Side::Horizontal => key ^ 0x9e37_79b9_7f4a_7c15,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_settles_what_lies_beyond_it() {
        let mut table = Table::new(1);
        table.keep(77, 5, 120, Bound::Lower, Some(Hole::new(3, 4)));
        let entry = table.find(77).unwrap();
        assert_eq!(entry.settles(5, 0, 100), Some(120));
        assert_eq!(entry.settles(5, 0, 130), None);
        assert_eq!(entry.settles(6, 0, 100), None);
        table.keep(77, 6, 120, Bound::Upper, None);
        let entry = table.find(77).unwrap();
        assert_eq!((entry.settles(6, 120, 200), entry.settles(6, 0, 200)), (Some(120), None));
        assert_eq!(entry.best(), Some(Hole::new(3, 4)), "a move is not forgotten for none");
    }

    #[test]
    fn numbers_stand_for_the_entry_that_they_were_made_of() {
        assert_eq!(Entry::unpack(0), None);
        for score in [0, -1, 999_990, -999_990] {
            for (depth, turn, bound) in
                [(0, 0, Bound::Exact), (CERTAIN, 255, Bound::Upper), (9, 128, Bound::Lower)]
            {
                for best in [None, Some(Hole::new(0, 23)), Some(Hole::new(23, 0))] {
                    let entry = Entry { score, depth, bound, turn, best };
                    assert_eq!(Entry::unpack(entry.pack()), Some(entry));
                }
            }
        }
    }

    #[test]
    fn it_keeps_what_was_looked_at_deepest_and_last() {
        let mut table = Table::new(1);
        // All of these go to the same slots.
        let key = |n: u64| n << 50 | 1;
        (1..=4).for_each(|n| table.keep(key(n), n as i32, 0, Bound::Exact, None));
        table.keep(key(5), 1, 0, Bound::Exact, None);
        let kept = |table: &Table| (1..=5).filter(|&n| table.find(key(n)).is_some()).sum::<u64>();
        assert_eq!(kept(&table), 2 + 3 + 4 + 5);
        table.age();
        table.keep(key(1), 0, 0, Bound::Exact, None);
        assert_eq!(kept(&table), 1 + 2 + 3 + 4, "key 5 was the shallowest of an earlier turn");
    }

    #[test]
    fn its_memory_is_bounded_and_may_be_none() {
        assert!(Table::new(3).slots.len() * size_of::<Slot>() <= 3 << 20);
        let mut none = Table::new(0);
        none.keep(1, 1, 1, Bound::Exact, None);
        assert_eq!(none.find(1), None);
    }
}
