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
            *self = Cells { edge, channels, bytes: vec![0; length(edge, channels)] };
        }
    }

    /// Returns whether the cells have this shape and the number of bytes that it requires. Kernels
    /// without bounds checks rely on that.
    #[inline]
    pub(super) fn has_shape(&self, edge: usize, channels: usize) -> bool {
        (self.edge, self.channels) == (edge, channels) && self.bytes.len() == length(edge, channels)
    }

    /// Returns the index of a hole's first channel.
    #[inline]
    pub(super) fn at(&self, row: usize, column: usize) -> usize {
        ((row + 1) * (self.edge + 1) + column + 1) * self.channels
    }
}

/// Returns the number of bytes with all padding.
fn length(edge: usize, channels: usize) -> usize {
    ((edge + 1) * (edge + 2) + 1) * channels
}
