//! Positions seen before, in a table of fixed size.

use crate::claim::Claim;
use crate::field::Key;
use crate::plane::Plane;

/// How much work a proof and a refutation still take, seen from the side to move.
///
/// `phi` is the least number of positions still to be proven for the mover to get what it wants,
/// `delta` the same for its opponent. 0 and [`DONE`] if the mover is right, the reverse if it is
/// wrong.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// Towards the mover being right.
    pub phi: u32,
    /// Towards its being wrong.
    pub delta: u32,
}

/// The number of what can't be.
pub const DONE: u32 = u32::MAX / 4;

impl Numbers {
    /// The mover gets what it wants.
    pub const RIGHT: Numbers = Numbers { phi: 0, delta: DONE };
    /// The mover doesn't.
    pub const WRONG: Numbers = Numbers { phi: DONE, delta: 0 };
    /// Numbers that nothing open exceeds.
    pub const MOST: Numbers = Numbers { phi: DONE, delta: DONE };

    /// Whether the mover is proven right or wrong.
    #[must_use]
    pub fn settled(self) -> bool {
        self.phi == 0 || self.delta == 0
    }
}

/// What is known of a position.
#[derive(Clone, Copy, Debug)]
pub struct Entry<P> {
    /// How far it is from being settled.
    pub numbers: Numbers,
    /// Once it is settled, what the proof leans on.
    pub claim: Claim<P>,
    /// Once the mover is right, a move that makes it so; else [`NO_MOVE`].
    pub best: u8,
}

/// No hole's bit number: corners are no holes.
pub const NO_MOVE: u8 = 0;

#[derive(Clone, Copy)]
struct Slot<P> {
    check: u64,
    region: P,
    numbers: Numbers,
    /// Positions visited below it.
    work: u32,
    rank: u8,
    best: u8,
}

/// Slots that a key may stand in: on boards of one word, a line of the processor's cache.
const WAYS: usize = 2;

#[derive(Clone, Copy)]
#[repr(align(64))]
struct Bucket<P>([Slot<P>; WAYS]);

/// The table: each key has two slots to go to, and drives out the one with less work in it.
pub struct Table<P> {
    buckets: Vec<Bucket<P>>,
}

impl<P: Plane> Table<P> {
    /// A table of at most so many MiB, at least one bucket.
    #[must_use]
    pub fn new(mib: usize) -> Table<P> {
        let fit = (mib << 20) / std::mem::size_of::<Bucket<P>>();
        let buckets = if fit == 0 { 1 } else { 1 << fit.ilog2() };
        let numbers = Numbers { phi: 1, delta: 1 };
        let empty = Slot { check: 0, region: P::default(), numbers, work: 0, rank: 0, best: 0 };
        Table { buckets: vec![Bucket([empty; WAYS]); buckets] }
    }

    #[inline(always)]
    fn bucket(&self, key: Key) -> usize {
        key[0] as usize & (self.buckets.len() - 1)
    }

    /// Reads a word of each key's bucket. As these reads don't wait for one another, they bring the
    /// buckets near in a fraction of the time that [`Table::find`] would take one by one. Returns a
    /// number that means nothing, so that the reads can't be left out.
    #[inline]
    #[must_use]
    pub fn touch(&self, keys: impl Iterator<Item = Key>) -> u64 {
        keys.fold(0, |all, key| all ^ self.buckets[self.bucket(key)].0[0].check)
    }

    /// What is known of the position with this key.
    #[inline]
    #[must_use]
    pub fn find(&self, key: Key) -> Option<Entry<P>> {
        let slots = &self.buckets[self.bucket(key)].0;
        let slot = slots.iter().find(|slot| slot.check == key[1] && slot.work != 0)?;
        let claim = Claim { region: slot.region, rank: slot.rank };
        Some(Entry { numbers: slot.numbers, claim, best: slot.best })
    }

    /// Remembers a position that took so much work, which must not be 0.
    pub fn keep(&mut self, key: Key, entry: &Entry<P>, work: u32) {
        let bucket = self.bucket(key);
        let slots = &mut self.buckets[bucket].0;
        let same = slots.iter().position(|slot| slot.check == key[1] && slot.work != 0);
        let least = || (0..WAYS).min_by_key(|&i| slots[i].work).unwrap_or(0);
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
