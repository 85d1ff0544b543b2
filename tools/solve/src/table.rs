//! Transposition table of fixed size.

use crate::bitboard::Bitboard;
use crate::claim::Claim;
use crate::field::Key;

/// Proof numbers for the side to move, the mover.
///
/// They estimate how many positions must still be searched to prove that the mover succeeds (`phi`) or fails
/// (`delta`). The [`Goal`](crate::search::Goal)'s attacker succeeds by winning, the attacker's opponent by
/// preventing that.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ProofNumbers {
    /// Work left to prove that the mover succeeds.
    pub phi: u32,
    /// Work left to prove that the mover fails.
    pub delta: u32,
}

/// The proof number of an impossible proof.
pub const INFINITE: u32 = u32::MAX / 4;

impl ProofNumbers {
    /// The mover succeeds.
    pub const PROVEN: ProofNumbers = ProofNumbers { phi: 0, delta: INFINITE };
    /// The mover fails.
    pub const DISPROVEN: ProofNumbers = ProofNumbers { phi: INFINITE, delta: 0 };
    /// Thresholds that no unsettled position reaches.
    pub const UNBOUNDED: ProofNumbers = ProofNumbers { phi: INFINITE, delta: INFINITE };

    /// Returns whether the mover is proven to succeed or to fail.
    pub fn settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// A position's entry.
#[derive(Clone, Copy, Debug)]
pub struct TableEntry<P> {
    /// The proof numbers for the side to move.
    pub numbers: ProofNumbers,
    /// The claim of the proof, once settled.
    pub claim: Claim<P>,
    /// A move that proves that the mover succeeds, or [`NO_MOVE`].
    pub best: u8,
}

/// The index for no move: a corner, which is not a hole.
pub const NO_MOVE: u8 = 0;

#[derive(Clone, Copy)]
struct Slot<P> {
    check: u64,
    region: P,
    numbers: ProofNumbers,
    /// Nodes visited in the subtree of the position.
    work: u32,
    rank: u8,
    best: u8,
}

/// Slots per bucket. With 64-bit bitboards, a bucket is one cache line.
const SLOTS: usize = 2;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<P>([Slot<P>; SLOTS]);

/// The table. A new entry replaces the entry with the same key, or else the one with the least work in its
/// bucket.
pub struct Table<P> {
    buckets: Vec<Bucket<P>>,
}

impl<P: Bitboard> Table<P> {
    /// Creates a table of at most `mib` MiB, and at least one bucket.
    pub fn new(mib: usize) -> Table<P> {
        let fit = (mib << 20) / std::mem::size_of::<Bucket<P>>();
        let buckets = if fit == 0 { 1 } else { 1 << fit.ilog2() };
        let numbers = ProofNumbers { phi: 1, delta: 1 };
        let empty = Slot { check: 0, region: P::default(), numbers, work: 0, rank: 0, best: 0 };
        Table { buckets: vec![Bucket([empty; SLOTS]); buckets] }
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> usize {
        key[0] as usize & (self.buckets.len() - 1)
    }

    /// Loads the buckets of keys into the CPU cache in parallel, which takes a fraction of the time of
    /// successive [`Table::find`] calls. Returns a meaningless number, which prevents the reads from being
    /// optimised away.
    #[inline]
    pub fn prefetch(&self, keys: impl Iterator<Item = Key>) -> u64 {
        keys.fold(0, |all, key| all ^ self.buckets[self.bucket(key)].0[0].check)
    }

    /// Returns the entry with this key.
    #[inline]
    pub fn find(&self, key: Key) -> Option<TableEntry<P>> {
        let slots = &self.buckets[self.bucket(key)].0;
        let slot = slots.iter().find(|slot| slot.check == key[1] && slot.work != 0)?;
        let claim = Claim { region: slot.region, rank: slot.rank };
        Some(TableEntry { numbers: slot.numbers, claim, best: slot.best })
    }

    /// Stores an entry. `work`, the number of visited nodes, must not be 0; it is added to that of an earlier
    /// entry with this key.
    pub fn store(&mut self, key: Key, entry: &TableEntry<P>, work: u32) {
        let bucket = self.bucket(key);
        let slots = &mut self.buckets[bucket].0;
        let same = slots.iter().position(|slot| slot.check == key[1] && slot.work != 0);
        let least = || (0..SLOTS).min_by_key(|&i| slots[i].work).unwrap_or(0);
        let place = same.unwrap_or_else(least);
        let known = if same.is_some() { slots[place].work } else { 0 };
        slots[place] = Slot {
            check: key[1],
            region: entry.claim.region,
            numbers: entry.numbers,
            work: work.saturating_add(known),
            rank: entry.claim.rank,
            best: entry.best,
        };
    }
}
