use crate::geometry::Hole;

/// A set of holes: column c is bit c of its row's lane of [`lane_bits`] bits. Four words suffice for boards up
/// to 16 × 16, twelve up to 24 × 24.
pub type Bits<const N: usize> = [u64; N];

/// Returns the bits per row: 16 in four words, 32 in twelve.
#[must_use]
pub fn lane_bits(words: usize) -> usize {
    if words == 4 {
        16
    } else {
        32
    }
}

/// Returns the holes of a set, row by row.
pub fn holes_of<const N: usize>(bits: Bits<N>) -> impl Iterator<Item = Hole> {
    bits.into_iter().enumerate().flat_map(|(word, mut left)| {
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let bit = word * 64 + left.trailing_zeros() as usize;
            left &= left - 1;
            let lane = lane_bits(N);
            Some(Hole::new((bit % lane) as u8, (bit / lane) as u8))
        })
    })
}

/// The operations of a sweep on a set of holes, implemented for portable words and for AVX2 registers. Shifts drop
/// the holes that leave the board.
pub(super) trait Plane<const N: usize>: Copy {
    /// The token that proves that the CPU has the plane's features.
    type Key: Copy;

    fn load(key: Self::Key, bits: &Bits<N>) -> Self;
    fn store(self, bits: &mut Bits<N>);
    fn or(self, other: Self) -> Self;
    fn and(self, other: Self) -> Self;
    /// Returns the set difference.
    fn without(self, other: Self) -> Self;
    fn is_empty(self) -> bool;
    /// Shifts by K columns.
    fn right<const K: i32>(self) -> Self;
    fn left<const K: i32>(self) -> Self;
    /// Shifts by K rows.
    fn down<const K: i32>(self) -> Self;
    fn up<const K: i32>(self) -> Self;
}

#[derive(Clone, Copy)]
pub(super) struct Words<const N: usize>(Bits<N>);

impl<const N: usize> Words<N> {
    /// Returns the mask of the lowest `n` bits of every lane.
    #[inline(always)]
    fn lowest(n: i32) -> u64 {
        let lane = (1 << n) - 1;
        if N == 4 {
            lane * 0x0001_0001_0001_0001
        } else {
            lane * 0x0000_0001_0000_0001
        }
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(u64, u64) -> u64) -> Self {
        Words(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }
}

impl<const N: usize> Plane<N> for Words<N> {
    type Key = ();

    #[inline(always)]
    fn load((): (), bits: &Bits<N>) -> Self {
        Words(*bits)
    }

    #[inline(always)]
    fn store(self, bits: &mut Bits<N>) {
        *bits = self.0;
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    #[inline(always)]
    fn right<const K: i32>(self) -> Self {
        Words(self.0.map(|word| word << K & !Self::lowest(K)))
    }

    #[inline(always)]
    fn left<const K: i32>(self) -> Self {
        Words(self.0.map(|word| (word & !Self::lowest(K)) >> K))
    }

    #[inline(always)]
    fn down<const K: i32>(self) -> Self {
        let bits = K as usize * lane_bits(N);
        Words(std::array::from_fn(|i| {
            let above = if i > 0 { self.0[i - 1] } else { 0 };
            if bits == 64 {
                above
            } else {
                self.0[i] << bits | above >> (64 - bits)
            }
        }))
    }

    #[inline(always)]
    fn up<const K: i32>(self) -> Self {
        let bits = K as usize * lane_bits(N);
        Words(std::array::from_fn(|i| {
            let below = if i + 1 < N { self.0[i + 1] } else { 0 };
            if bits == 64 {
                below
            } else {
                self.0[i] >> bits | below << (64 - bits)
            }
        }))
    }
}
