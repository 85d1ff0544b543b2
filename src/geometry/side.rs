use std::ops::{Index, IndexMut, Not};

/// One of the two sides, named after the direction of its chain.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// Moves first and connects the top row to the bottom row.
    Vertical,
    /// Moves second, may swap, and connects the left column to the right column.
    Horizontal,
}

impl Side {
    /// Both sides, in the order in which they move.
    pub const ALL: [Side; 2] = [Side::Vertical, Side::Horizontal];

    /// Returns 0 for [`Side::Vertical`] and 1 for [`Side::Horizontal`].
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// Returns the opponent.
    #[must_use]
    pub const fn other(self) -> Side {
        match self {
            Side::Vertical => Side::Horizontal,
            Side::Horizontal => Side::Vertical,
        }
    }
}

impl Not for Side {
    type Output = Side;

    fn not(self) -> Side {
        self.other()
    }
}

/// A pair of values, one per side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct BySide<T>(pub [T; 2]);

impl<T> Index<Side> for BySide<T> {
    type Output = T;

    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side.index()]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side.index()]
    }
}
