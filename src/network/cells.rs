/// The activations of a layer, channels last, padded with zeros around the board.
///
/// Rows are `edge + 1` cells apart: the padding after a row also precedes the next row.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    pub(super) edge: usize,
    pub(super) channels: usize,
    pub(super) bytes: Vec<u8>,
}

impl Cells {
    /// Resizes to a board and a number of channels; allocates only if the shape changes.
    pub(super) fn fit(&mut self, edge: usize, channels: usize) {
        if (self.edge, self.channels) != (edge, channels) {
            let bytes = vec![0; ((edge + 1) * (edge + 2) + 1) * channels];
            *self = Cells { edge, channels, bytes };
        }
    }

    /// Returns the index of a hole's first channel.
    #[inline]
    pub(super) fn at(&self, row: usize, column: usize) -> usize {
        ((row + 1) * (self.edge + 1) + column + 1) * self.channels
    }
}
