//! The distances of both sides, measured with the fastest kernel of the processor.

#[cfg(target_arch = "x86_64")]
use super::avx2;
use super::plane::Words;
use super::sweep::SideDistances;
use crate::board::Board;
use crate::geometry::{BySide, Side, Size};
#[cfg(target_arch = "x86_64")]
use crate::processor::Avx2;

/// A reusable buffer with both sides' link distances. `N` is 4 for boards up to 16 × 16, 12 for any size.
#[derive(Clone)]
pub struct Distances<const N: usize> {
    sides: BySide<SideDistances<N>>,
}

impl<const N: usize> Distances<N> {
    /// Creates a buffer with undefined distances.
    #[must_use]
    pub fn new() -> Distances<N> {
        const { assert!(N == 4 || N == 12) };
        Distances { sides: BySide([SideDistances::new(), SideDistances::new()]) }
    }

    /// Returns whether boards of `size` fit.
    #[must_use]
    pub fn supports(size: Size) -> bool {
        size.get() <= if N == 4 { 16 } else { 24 }
    }

    /// Measures the distances of both sides.
    ///
    /// # Panics
    /// If the board does not fit ([`Distances::supports`]).
    #[inline]
    pub fn measure(&mut self, board: &Board) {
        for side in Side::ALL {
            self.measure_side(board, side);
        }
    }

    /// Measures the distances of one side.
    ///
    /// # Panics
    /// If the board does not fit ([`Distances::supports`]).
    #[inline]
    pub fn measure_side(&mut self, board: &Board, side: Side) {
        assert!(Self::supports(board.size()));
        #[cfg(target_arch = "x86_64")]
        if let Some(key) = Avx2::detect() {
            return avx2::measure(key, board, side, &mut self.sides[side]);
        }
        self.measure_portably(board, side);
    }

    /// Like [`Distances::measure_side`], without optional CPU features.
    pub fn measure_portably(&mut self, board: &Board, side: Side) {
        self.sides[side].measure::<Words<N>>((), board, side);
    }

    /// Returns the distances of one side.
    #[inline(always)]
    #[must_use]
    pub fn of(&self, side: Side) -> &SideDistances<N> {
        &self.sides[side]
    }
}

impl<const N: usize> Default for Distances<N> {
    fn default() -> Self {
        Distances::new()
    }
}
