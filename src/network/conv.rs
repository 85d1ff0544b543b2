//! The weights of 3 × 3 convolutions of quantised activations.

/// The weights of four input channels at one tap for 16 outputs, in the order of [`slot`].
#[derive(Clone, Debug)]
#[repr(align(64))]
pub(super) struct Quad(pub(super) [i8; 64]);

/// 16 output channels of a convolution.
#[derive(Clone, Debug)]
pub(super) struct Group {
    /// The initial values of the 32 sums: each output has two, the first of which starts with the
    /// bias.
    pub(super) start: [i16; 32],
    /// The multiplier of each output, in units of 1/32768.
    pub(super) scale: [i16; 16],
    /// The weights by tap, then by group of four input channels.
    pub(super) quads: Box<[Quad]>,
}

/// A convolution, with its outputs in groups of 16.
#[derive(Clone, Debug)]
pub(super) struct Conv {
    /// The number of input channels, a multiple of four.
    pub(super) inputs: usize,
    pub(super) groups: Box<[Group]>,
}

/// Returns the position of output 0–15 of a group in two registers of eight, such that AVX2's
/// horizontal addition of both gives the 16 outputs in order.
pub(super) fn slot(output: usize) -> usize {
    output % 4 + output / 8 * 4 + output / 4 % 2 * 8
}
