//! Bitboards in three widths: 64 bits for boards up to 8 × 8, 128 up to 11 × 11, 256 up to 16 × 16.

pub use ethnum::U256;
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};
use twixt::geometry::{Hole, Size, Symmetry};

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

    /// Returns the hole of an index.
    fn hole(index: u8) -> Hole {
        Hole::new(index % Self::LANE, index / Self::LANE)
    }

    /// Returns the index of a hole.
    fn index(hole: Hole) -> u8 {
        hole.row() * Self::LANE + hole.column()
    }

    /// Returns the set's image under a symmetry of boards of `size`.
    fn transformed(self, symmetry: Symmetry, size: Size) -> Self {
        self.holes().fold(Self::default(), |all, index| {
            all | Self::bit(Self::index(symmetry.hole(Self::hole(index), size)))
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

/// Returns the square board with `edge` holes along an edge; `None` outside 5–16, the sizes of bitboards.
pub fn supported_size(edge: u8) -> Option<Size> {
    Size::new(edge).filter(|size| size.get() <= U256::LANE)
}

macro_rules! bitboard {
    ($word:ty, $lane:literal) => {
        impl Bitboard for $word {
            const LANE: u8 = $lane;

            #[inline(always)]
            fn bit(index: u8) -> Self {
                <$word>::from(1_u8) << index
            }

            #[inline(always)]
            fn is_empty(self) -> bool {
                self == <$word>::default()
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
                let shifted = match by {
                    0.. => self.checked_shl(by.unsigned_abs()),
                    _ => self.checked_shr(by.unsigned_abs()),
                };
                shifted.unwrap_or_default()
            }
        }
    };
}

bitboard!(u64, 8);
bitboard!(u128, 11);
bitboard!(U256, 16);

#[cfg(test)]
mod tests {
    use super::*;

    fn check_operations_bit_by_bit<P: Bitboard>() {
        for edge in [5, P::LANE - 1, P::LANE] {
            let size = Size::new(edge).unwrap();
            let places = (0..edge).flat_map(|row| (0..edge).map(move |column| (column, row)));
            for (column, row) in places {
                let index = row * P::LANE + column;
                let bit = P::bit(index);
                assert_eq!((bit.first(), bit.count(), bit.has(index)), (index, 1, true));
                assert_eq!(bit.holes().collect::<Vec<_>>(), [index]);
                let all = 8 * size_of::<P>() as i32;
                for by in (-34..=34).chain([-all, all - 1]) {
                    let to = i32::from(index) + by;
                    let on = (0..all).contains(&to);
                    let expected = if on { P::bit(to as u8) } else { P::default() };
                    assert_eq!(bit.shifted(by), expected, "{column} {row} by {by}");
                }
                for symmetry in Symmetry::MIRRORS {
                    let image = symmetry.hole(Hole::new(column, row), size);
                    let expected = P::bit(image.row() * P::LANE + image.column());
                    assert_eq!(bit.transformed(symmetry, size), expected, "{symmetry:?} {edge}");
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
        check_operations_bit_by_bit::<U256>();
    }
}
