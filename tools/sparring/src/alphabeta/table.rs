//! The transposition table: fixed size, four-way buckets.

use super::value::Score;
use twixt::geometry::{Hole, Side};
use twixt::rules::Position;

/// The kind of a stored score.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// The score is exact.
    Exact,
    /// The score is a lower bound.
    Lower,
    /// The score is an upper bound.
    Upper,
}

/// The stored result of a search of one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableEntry {
    score: Score,
    /// The depth to which the position was searched, in plies.
    depth: i32,
    bound: Bound,
    /// The turn in which the entry was stored.
    turn: u8,
    best: Option<Hole>,
}

/// The depth of proven scores, which no deeper search changes.
pub const PROVEN_DEPTH: i32 = i8::MAX as i32;

/// A key and a packed entry, or zeros. A zeroed allocation is mapped on first use, so that creating the
/// table takes no time from the first turn.
type Slot = [u64; 2];

const WAYS: usize = 4;

impl TableEntry {
    /// Returns the score if the position was searched to at least `depth` plies and the score is exact, a
    /// lower bound of at least `beta`, or an upper bound of at most `alpha`.
    #[must_use]
    pub fn usable_score(&self, depth: i32, alpha: Score, beta: Score) -> Option<Score> {
        let enough = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= beta,
            Bound::Upper => self.score <= alpha,
        };
        (enough && self.depth >= depth).then_some(self.score)
    }

    /// Returns the best move.
    #[must_use]
    pub const fn best(&self) -> Option<Hole> {
        self.best
    }

    /// Packs, from the low bits up: score (32 bits), depth (8), turn (8), bound (2, from 1 up), and row and
    /// column of the best move (5 each, both 31 for none).
    fn pack(self) -> u64 {
        let (row, column) = self.best.map_or((31, 31), |hole| (hole.row(), hole.column()));
        u64::from(self.score as u32)
            | (self.depth as u64) << 32
            | u64::from(self.turn) << 40
            | (self.bound as u64 + 1) << 48
            | u64::from(row) << 50
            | u64::from(column) << 55
    }

    /// The inverse of [`TableEntry::pack`]; `None` for 0.
    fn unpack(bits: u64) -> Option<TableEntry> {
        let bound = (bits >> 48 & 3).checked_sub(1)?;
        let bound = [Bound::Exact, Bound::Lower, Bound::Upper][bound as usize];
        let (row, column) = ((bits >> 50 & 31) as u8, (bits >> 55 & 31) as u8);
        Some(TableEntry {
            score: bits as u32 as Score,
            depth: (bits >> 32 & 0xff) as i32,
            bound,
            turn: (bits >> 40) as u8,
            best: (row != 31).then(|| Hole::new(column, row)),
        })
    }
}

/// A transposition table.
pub struct Table {
    slots: Vec<Slot>,
    turn: u8,
}

impl Table {
    /// Creates a table of at most `mib` MiB, with a power of two of slots; 0 disables the table.
    #[must_use]
    pub fn new(mib: u32) -> Table {
        let slots = (mib as usize) * (1 << 20) / size_of::<Slot>();
        let slots = if slots == 0 { 0 } else { 1 << slots.ilog2() };
        Table { slots: vec![[0; 2]; slots], turn: 0 }
    }

    /// Starts a turn: entries of earlier turns are replaced first.
    pub fn age(&mut self) {
        self.turn = self.turn.wrapping_add(1);
    }

    /// Returns the entry of the position with this key.
    #[must_use]
    pub fn probe(&self, key: u64) -> Option<TableEntry> {
        let slots = self.slots.get(self.slots_of(key))?;
        let slot = slots.iter().find(|slot| slot[0] == key)?;
        TableEntry::unpack(slot[1])
    }

    /// Stores a result. It replaces the entry with the same key, an empty slot, or the shallowest entry,
    /// preferably one of an earlier turn.
    pub fn store(&mut self, key: u64, depth: i32, score: Score, bound: Bound, best: Option<Hole>) {
        let (slots, turn) = (self.slots_of(key), self.turn);
        let Some(slots) = self.slots.get_mut(slots) else { return };
        let rank = |slot: &Slot| match TableEntry::unpack(slot[1]) {
            _ if slot[0] == key => i32::MIN,
            None => i32::MIN + 1,
            Some(entry) if entry.turn != turn => entry.depth - 1000,
            Some(entry) => entry.depth,
        };
        let Some(slot) = slots.iter_mut().min_by_key(|slot| rank(slot)) else { return };
        let before = TableEntry::unpack(slot[1]).filter(|_| slot[0] == key);
        let best = best.or_else(|| before.and_then(|entry| entry.best));
        let depth = depth.clamp(0, PROVEN_DEPTH);
        *slot = [key, TableEntry { score, depth, bound, turn, best }.pack()];
    }

    /// Returns the range of the key's bucket.
    fn slots_of(&self, key: u64) -> std::ops::Range<usize> {
        // For an empty table the range is out of bounds, so that lookups fail.
        let first = (key >> 20) as usize & self.slots.len().wrapping_sub(1) & !(WAYS - 1);
        first..first + WAYS
    }
}

/// Returns the key of a position: pegs, links and side to move.
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
    fn bounds_are_used_only_outside_the_window() {
        let mut table = Table::new(1);
        table.store(77, 5, 120, Bound::Lower, Some(Hole::new(3, 4)));
        let entry = table.probe(77).unwrap();
        assert_eq!(entry.usable_score(5, 0, 100), Some(120));
        assert_eq!(entry.usable_score(5, 0, 130), None);
        assert_eq!(entry.usable_score(6, 0, 100), None);
        table.store(77, 6, 120, Bound::Upper, None);
        let entry = table.probe(77).unwrap();
        assert_eq!(
            (entry.usable_score(6, 120, 200), entry.usable_score(6, 0, 200)),
            (Some(120), None)
        );
        assert_eq!(
            entry.best(),
            Some(Hole::new(3, 4)),
            "a result without a move keeps the stored move"
        );
    }

    #[test]
    fn entries_round_trip_through_packing() {
        assert_eq!(TableEntry::unpack(0), None);
        for score in [0, -1, 999_990, -999_990] {
            for (depth, turn, bound) in
                [(0, 0, Bound::Exact), (PROVEN_DEPTH, 255, Bound::Upper), (9, 128, Bound::Lower)]
            {
                for best in [None, Some(Hole::new(0, 23)), Some(Hole::new(23, 0))] {
                    let entry = TableEntry { score, depth, bound, turn, best };
                    assert_eq!(TableEntry::unpack(entry.pack()), Some(entry));
                }
            }
        }
    }

    #[test]
    fn shallow_and_old_entries_are_replaced_first() {
        let mut table = Table::new(1);
        // All keys share a bucket.
        let key = |n: u64| n << 50 | 1;
        (1..=4).for_each(|n| table.store(key(n), n as i32, 0, Bound::Exact, None));
        table.store(key(5), 1, 0, Bound::Exact, None);
        let kept = |table: &Table| (1..=5).filter(|&n| table.probe(key(n)).is_some()).sum::<u64>();
        assert_eq!(kept(&table), 2 + 3 + 4 + 5);
        table.age();
        table.store(key(1), 0, 0, Bound::Exact, None);
        assert_eq!(kept(&table), 1 + 2 + 3 + 4, "key 5 was the shallowest of an earlier turn");
    }

    #[test]
    fn size_is_bounded_and_zero_disables_the_table() {
        assert!(Table::new(3).slots.len() * size_of::<Slot>() <= 3 << 20);
        let mut none = Table::new(0);
        none.store(1, 1, 1, Bound::Exact, None);
        assert_eq!(none.probe(1), None);
    }
}
