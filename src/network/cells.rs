/// One layer's activations, channel last, with a frame of zeros around the board.
///
/// Rows are `edge + 1` cells apart: the zero cell behind a row is also the one before the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Cells {
    pub(super) edge: usize,
    pub(super) channels: usize,
    pub(super) bytes: Vec<u8>,
}

impl Cells {
    /// Makes it room for a board; allocates only if the last board or network had another shape.
    pub(super) fn fit(&mut self, edge: usize, channels: usize) {
        if (self.edge, self.channels) != (edge, channels) {
            let bytes = vec![0; ((edge + 1) * (edge + 2) + 1) * channels];
            *self = Cells { edge, channels, bytes };
        }
    }

    /// Where the first channel of a hole stands; −1 and `edge` are the frame.
    #[inline]
    pub(super) fn at(&self, row: usize, column: usize) -> usize {
        ((row + 1) * (self.edge + 1) + column + 1) * self.channels
    }
}
