//! Activations of one layer for one position: channel-last, zero-padded around the board.

use crate::fit::floats::Floats;

/// `channels` values per hole. Rows are `edge + 1` cells apart: the padding after a row is also the
/// padding before the next, so a hole's three neighbours in a row are contiguous in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    pub(crate) edge: usize,
    pub(crate) channels: usize,
    /// Values of all cells, including the padding.
    pub(crate) values: Floats,
}

impl Cells {
    #[must_use]
    pub(crate) fn new(edge: usize, channels: usize) -> Cells {
        let values = Floats::zeros(((edge + 1) * (edge + 2) + 1) * channels);
        Cells { edge, channels, values }
    }

    /// Changes the shape and clears all values, unless the shape is the same.
    pub(crate) fn resize(&mut self, edge: usize, channels: usize) {
        if (self.edge, self.channels) != (edge, channels) {
            *self = Cells::new(edge, channels);
        }
    }

    #[inline(always)]
    #[must_use]
    pub(crate) fn at(&self, row: usize, column: usize) -> usize {
        ((row + 1) * (self.edge + 1) + column + 1) * self.channels
    }

    #[must_use]
    pub(crate) fn hole(&self, row: usize, column: usize) -> &[f32] {
        let at = self.at(row, column);
        &self.values[at..at + self.channels]
    }
}
