//! Activations of one layer for one position: channel-last, zero-padded around the board.

use crate::floats::Floats;

/// `channels` values per hole. Rows are `edge + 1` cells apart: the padding after a row is also the
/// padding before the next, so a hole's three neighbours in a row are contiguous in memory.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// Holes per edge of the board.
    pub edge: usize,
    /// Values per hole.
    pub channels: usize,
    /// Values of all cells, including the padding.
    pub values: Floats,
}

impl Cells {
    /// Creates cells of this shape, all 0.
    pub fn new(edge: usize, channels: usize) -> Cells {
        let values = Floats::zeros(((edge + 1) * (edge + 2) + 1) * channels);
        Cells { edge, channels, values }
    }

    /// Changes the shape and clears all values, unless the shape is the same.
    pub fn resize(&mut self, edge: usize, channels: usize) {
        if (self.edge, self.channels) != (edge, channels) {
            *self = Cells::new(edge, channels);
        }
    }

    /// Returns the index of a hole's first value.
    #[inline(always)]
    pub fn at(&self, row: usize, column: usize) -> usize {
        ((row + 1) * (self.edge + 1) + column + 1) * self.channels
    }
}
