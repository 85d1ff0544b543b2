//! Bitboards in three widths: 64 bits for boards up to 8 × 8, 128 up to 11 × 11, 256 up to 16 × 16.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};
use twixt::geometry::Hole;

/// A set of holes. The hole at (column, row) has the index `row · LANE + column`.
pub trait Bitboard:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
{
    /// Bits per row, which is also the maximum number of rows.
    const LANE: u8;

    /// Total number of bits; those after the last row are unused.
    const BITS: u16;

    /// Returns the set of one hole.
    fn bit(index: u8) -> Self;

    /// Returns whether the set is empty.
    fn is_empty(self) -> bool;

    /// Returns the number of holes.
    fn count(self) -> u32;

    /// Returns the lowest index of a non-empty set.
    fn first(self) -> u8;

    /// Adds `by`, from -255 to 255, to all indices; bits shifted out are dropped.
    fn shifted(self, by: i32) -> Self;

    /// Returns the set's image under a symmetry of boards with `edge` holes along an edge.
    fn transformed(self, symmetry: Symmetry, edge: u8) -> Self {
        self.holes().fold(Self::default(), |all, index| {
            let (column, row) = symmetry.place(index % Self::LANE, index / Self::LANE, edge);
            all | Self::bit(row * Self::LANE + column)
        })
    }

    /// Returns whether the hole is in the set.
    #[inline(always)]
    fn has(self, index: u8) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// Returns the set difference.
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// Iterates over the indices in ascending order.
    #[inline(always)]
    fn holes(self) -> impl Iterator<Item = u8> {
        let mut left = self;
        std::iter::from_fn(move || {
            (!left.is_empty()).then(|| {
                let first = left.first();
                left = left.without(Self::bit(first));
                first
            })
        })
    }
}

/// A symmetry of the board that maps each side's borders to its own borders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetry {
    /// Maps every hole to itself.
    Identity,
    /// Reflection that exchanges left and right.
    LeftRight,
    /// Reflection that exchanges top and bottom.
    TopBottom,
    /// Rotation by 180°.
    Rotation,
}

impl Symmetry {
    /// All symmetries; each is its own inverse.
    pub const ALL: [Symmetry; 4] =
        [Symmetry::Identity, Symmetry::LeftRight, Symmetry::TopBottom, Symmetry::Rotation];

    /// Maps (column, row) on a board with `edge` holes along an edge.
    #[must_use]
    pub const fn place(self, column: u8, row: u8, edge: u8) -> (u8, u8) {
        let (far_column, far_row) = (edge - 1 - column, edge - 1 - row);
        match self {
            Symmetry::Identity => (column, row),
            Symmetry::LeftRight => (far_column, row),
            Symmetry::TopBottom => (column, far_row),
            Symmetry::Rotation => (far_column, far_row),
        }
    }

    /// Maps a hole on a board with `edge` holes along an edge.
    #[must_use]
    pub const fn hole(self, hole: Hole, edge: u8) -> Hole {
        let (column, row) = self.place(hole.column(), hole.row(), edge);
        Hole::new(column, row)
    }
}

macro_rules! single_word {
    () => {
        #[inline(always)]
        fn bit(index: u8) -> Self {
            1 << index
        }

        #[inline(always)]
        fn is_empty(self) -> bool {
            self == 0
        }

        #[inline(always)]
        fn count(self) -> u32 {
            self.count_ones()
        }

        #[inline(always)]
        fn first(self) -> u8 {
            self.trailing_zeros() as u8
        }

        #[inline(always)]
        fn shifted(self, by: i32) -> Self {
            if by >= 0 {
                self.checked_shl(by.unsigned_abs()).unwrap_or(0)
            } else {
                self.checked_shr(by.unsigned_abs()).unwrap_or(0)
            }
        }
    };
}

impl Bitboard for u64 {
    const LANE: u8 = 8;
    const BITS: u16 = 64;

    single_word!();
}

impl Bitboard for u128 {
    const LANE: u8 = 11;
    const BITS: u16 = 128;

    single_word!();
}

/// A bitboard of four words: 16 rows of 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Bits256([u64; 4]);

impl Bits256 {
    #[inline(always)]
    fn zip(self, other: Bits256, f: impl Fn(u64, u64) -> u64) -> Bits256 {
        Bits256(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    #[inline(always)]
    fn shifted_left(self, bits: u32) -> Bits256 {
        let (words, bits) = ((bits / 64) as usize, bits % 64);
        let word = |i: usize, back: usize| if i >= back { self.0[i - back] } else { 0 };
        Bits256(std::array::from_fn(|i| {
            let low = if bits == 0 { 0 } else { word(i, words + 1) >> (64 - bits) };
            word(i, words) << bits | low
        }))
    }

    #[inline(always)]
    fn shifted_right(self, bits: u32) -> Bits256 {
        let (words, bits) = ((bits / 64) as usize, bits % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Bits256(std::array::from_fn(|i| {
            let high = if bits == 0 { 0 } else { word(i + words + 1) << (64 - bits) };
            word(i + words) >> bits | high
        }))
    }
}

impl BitAnd for Bits256 {
    type Output = Bits256;
    #[inline(always)]
    fn bitand(self, other: Bits256) -> Bits256 {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Bits256 {
    type Output = Bits256;
    #[inline(always)]
    fn bitor(self, other: Bits256) -> Bits256 {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign for Bits256 {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Bits256) {
        *self = *self | other;
    }
}

impl Not for Bits256 {
    type Output = Bits256;
    #[inline(always)]
    fn not(self) -> Bits256 {
        Bits256(self.0.map(|word| !word))
    }
}

impl Bitboard for Bits256 {
    const LANE: u8 = 16;
    const BITS: u16 = 256;

    #[inline(always)]
    fn bit(index: u8) -> Bits256 {
        let mut words = [0; 4];
        words[usize::from(index / 64)] = 1 << (index % 64);
        Bits256(words)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Bits256::default()
    }

    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    #[inline(always)]
    fn first(self) -> u8 {
        let word = self.0.iter().position(|&word| word != 0).unwrap_or(0);
        (64 * word) as u8 + self.0[word].trailing_zeros() as u8
    }

    #[inline(always)]
    fn shifted(self, by: i32) -> Bits256 {
        if by >= 0 {
            self.shifted_left(by.unsigned_abs())
        } else {
            self.shifted_right(by.unsigned_abs())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check_operations_bit_by_bit<P: Bitboard>() {
        for edge in [4, 5, P::LANE - 1, P::LANE] {
            let places = (0..edge).flat_map(|row| (0..edge).map(move |column| (column, row)));
            for (column, row) in places {
                let index = row * P::LANE + column;
                let bit = P::bit(index);
                assert_eq!((bit.first(), bit.count(), bit.has(index)), (index, 1, true));
                assert_eq!(bit.holes().collect::<Vec<_>>(), [index]);
                let all = i32::from(P::BITS);
                for by in (-34..=34).chain([-all, all - 1]) {
                    let to = i32::from(index) + by;
                    let on = (0..all).contains(&to);
                    let expected = if on { P::bit(to as u8) } else { P::default() };
                    assert_eq!(bit.shifted(by), expected, "{column} {row} by {by}");
                }
                for symmetry in Symmetry::ALL {
                    let (x, y) = symmetry.place(column, row, edge);
                    let expected = P::bit(y * P::LANE + x);
                    assert_eq!(bit.transformed(symmetry, edge), expected, "{symmetry:?} {edge}");
                }
            }
        }
    }

    #[test]
    fn bits_of_64_shift_and_reflect() {
        check_operations_bit_by_bit::<u64>();
    }

    #[test]
    fn bits_of_128_shift_and_reflect() {
        check_operations_bit_by_bit::<u128>();
    }

    #[test]
    fn bits_of_256_shift_and_reflect() {
        check_operations_bit_by_bit::<Bits256>();
    }
}
