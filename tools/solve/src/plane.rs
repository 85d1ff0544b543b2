//! A set of holes as bits, in three widths: 64 bits for boards up to 8 × 8, 128 for 11 × 11, 256
//! for 16 × 16.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not};
use twixt::geometry::Hole;

/// A set of holes, a bit each; the hole at (column, row) is bit `row · LANE + column`.
pub trait Plane:
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
    /// Bits a row, and the most rows.
    const LANE: u8;

    /// Bits in all; those behind the last row stand for nothing.
    const BITS: u16;

    /// The set of one hole.
    fn bit(index: u8) -> Self;

    /// Whether there is none.
    fn is_empty(self) -> bool;

    /// How many there are.
    fn count(self) -> u32;

    /// The first hole's bit number; the set must not be empty.
    fn first(self) -> u8;

    /// Adds so much, up to 255 either way, to all bit numbers; what leaves the plane is lost.
    fn shifted(self, by: i32) -> Self;

    /// The image of a set of holes of the board of `edge` holes.
    fn mirrored(self, mirror: Mirror, edge: u8) -> Self {
        self.holes().fold(Self::default(), |all, index| {
            let (column, row) = mirror.place(index % Self::LANE, index / Self::LANE, edge);
            all | Self::bit(row * Self::LANE + column)
        })
    }

    /// Whether the hole is in the set.
    #[inline(always)]
    fn has(self, index: u8) -> bool {
        !(self & Self::bit(index)).is_empty()
    }

    /// What is in this set and not in the other.
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }

    /// The bit numbers, rising.
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

/// A mirror that leaves both sides their borders.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mirror {
    /// None: everything stays.
    Same,
    /// Left and right change places.
    LeftRight,
    /// Top and bottom change places.
    TopBottom,
    /// Both: half a turn.
    Turn,
}

impl Mirror {
    /// All four; each undoes itself.
    pub const ALL: [Mirror; 4] = [Mirror::Same, Mirror::LeftRight, Mirror::TopBottom, Mirror::Turn];

    /// Where (column, row) goes on a board of `edge` holes.
    #[must_use]
    pub const fn place(self, column: u8, row: u8, edge: u8) -> (u8, u8) {
        let (far_column, far_row) = (edge - 1 - column, edge - 1 - row);
        match self {
            Mirror::Same => (column, row),
            Mirror::LeftRight => (far_column, row),
            Mirror::TopBottom => (column, far_row),
            Mirror::Turn => (far_column, far_row),
        }
    }

    /// The image of a hole on a board of `edge` holes.
    #[must_use]
    pub const fn hole(self, hole: Hole, edge: u8) -> Hole {
        let (column, row) = self.place(hole.column(), hole.row(), edge);
        Hole::new(column, row)
    }
}

/// What a plane of a single word does as the word does it.
macro_rules! as_a_word {
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

impl Plane for u64 {
    const LANE: u8 = 8;
    const BITS: u16 = 64;

    as_a_word!();
}

impl Plane for u128 {
    const LANE: u8 = 11;
    const BITS: u16 = 128;

    as_a_word!();
}

/// Four words: sixteen rows of sixteen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wide([u64; 4]);

impl Wide {
    #[inline(always)]
    fn zip(self, other: Wide, f: impl Fn(u64, u64) -> u64) -> Wide {
        Wide(std::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    /// Moves everything to higher bits.
    #[inline(always)]
    fn raised(self, bits: u32) -> Wide {
        let (words, bits) = ((bits / 64) as usize, bits % 64);
        let word = |i: usize, back: usize| if i >= back { self.0[i - back] } else { 0 };
        Wide(std::array::from_fn(|i| {
            let low = if bits == 0 { 0 } else { word(i, words + 1) >> (64 - bits) };
            word(i, words) << bits | low
        }))
    }

    /// Moves everything to lower bits.
    #[inline(always)]
    fn lowered(self, bits: u32) -> Wide {
        let (words, bits) = ((bits / 64) as usize, bits % 64);
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        Wide(std::array::from_fn(|i| {
            let high = if bits == 0 { 0 } else { word(i + words + 1) << (64 - bits) };
            word(i + words) >> bits | high
        }))
    }
}

impl BitAnd for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitand(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a & b)
    }
}

impl BitOr for Wide {
    type Output = Wide;
    #[inline(always)]
    fn bitor(self, other: Wide) -> Wide {
        self.zip(other, |a, b| a | b)
    }
}

impl BitOrAssign for Wide {
    #[inline(always)]
    fn bitor_assign(&mut self, other: Wide) {
        *self = *self | other;
    }
}

impl Not for Wide {
    type Output = Wide;
    #[inline(always)]
    fn not(self) -> Wide {
        Wide(self.0.map(|word| !word))
    }
}

impl Plane for Wide {
    const LANE: u8 = 16;
    const BITS: u16 = 256;

    #[inline(always)]
    fn bit(index: u8) -> Wide {
        let mut words = [0; 4];
        words[usize::from(index / 64)] = 1 << (index % 64);
        Wide(words)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Wide::default()
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
    fn shifted(self, by: i32) -> Wide {
        if by >= 0 {
            self.raised(by.unsigned_abs())
        } else {
            self.lowered(by.unsigned_abs())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn everything_agrees_with_hole_by_hole<P: Plane>() {
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
                for mirror in Mirror::ALL {
                    let (x, y) = mirror.place(column, row, edge);
                    let expected = P::bit(y * P::LANE + x);
                    assert_eq!(bit.mirrored(mirror, edge), expected, "{mirror:?} {edge}");
                }
            }
        }
    }

    #[test]
    fn one_word() {
        everything_agrees_with_hole_by_hole::<u64>();
    }

    #[test]
    fn two_words() {
        everything_agrees_with_hole_by_hole::<u128>();
    }

    #[test]
    fn four_words() {
        everything_agrees_with_hole_by_hole::<Wide>();
    }
}
