//! One layer's numbers for one position, channel last, with a frame of zeros around the board.

use crate::fit::floats::Floats;

/// The numbers of every hole, `channels` each. Rows are `edge + 1` cells apart: the zero cell
/// behind a row is also the one before the next, so that three neighbouring holes of a row are
/// always three neighbouring cells in memory.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells {
    /// Holes along an edge of the board.
    pub(crate) edge: usize,
    /// Numbers a hole.
    pub(crate) channels: usize,
    /// All numbers, the frame's among them.
    pub(crate) values: Floats,
}

impl Cells {
    /// Zeros for a board.
    #[must_use]
    pub(crate) fn new(edge: usize, channels: usize) -> Cells {
        let values = Floats::zeros(((edge + 1) * (edge + 2) + 1) * channels);
        Cells { edge, channels, values }
    }

    /// Makes it room for a board; what is there stays where the shape is the same.
    pub(crate) fn fit(&mut self, edge: usize, channels: usize) {
        if (self.edge, self.channels) != (edge, channels) {
            *self = Cells::new(edge, channels);
        }
    }

    /// Where a hole's first number stands.
    #[inline(always)]
    #[must_use]
    pub(crate) fn at(&self, row: usize, column: usize) -> usize {
        ((row + 1) * (self.edge + 1) + column + 1) * self.channels
    }

    /// A hole's numbers.
    #[must_use]
    pub(crate) fn hole(&self, row: usize, column: usize) -> &[f32] {
        let at = self.at(row, column);
        &self.values[at..at + self.channels]
    }
}
