//! 3 × 3 convolutions of quantised activations, and their reference implementation.

use super::cells::Cells;

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
    /// By tap, then by four input channels.
    pub(super) quads: Box<[Quad]>,
}

/// A convolution.
#[derive(Clone, Debug)]
pub(super) struct Conv {
    /// Input channels, a multiple of four.
    pub(super) inputs: usize,
    pub(super) groups: Box<[Group]>,
}

/// Returns the position of output 0–15 of a group in two registers of eight, such that AVX2's
/// horizontal addition of both gives the 16 outputs in order.
pub(super) fn slot(output: usize) -> usize {
    output % 4 + output / 8 * 4 + output / 4 % 2 * 8
}

impl Conv {
    /// Convolves, adds the residual if there is one, and clamps to 0–127. All cells have the same
    /// board size, and `output` has 16 channels per group.
    ///
    /// Sums saturate, so their order affects the result. The inputs of the three taps of a row are
    /// taken in groups of four: the first two of a group go to an output's first sum, the others to
    /// its second. Two groups are added before their total is added to the sums; this total cannot
    /// saturate.
    pub(super) fn portable(&self, input: &Cells, residual: Option<&Cells>, output: &mut Cells) {
        let edge = input.edge;
        for (number, group) in self.groups.iter().enumerate() {
            for cell in 0..edge * edge {
                let (row, column) = (cell / edge, cell % edge);
                let mut sums = group.start;
                for (i, quads) in group.quads.chunks_exact(3 * self.inputs / 4).enumerate() {
                    // The first of the row's three cells, at column − 1.
                    let from = input.at(row, column) + i * self.inputs * (edge + 1)
                        - self.inputs * (edge + 2);
                    let fours = input.bytes[from..].chunks(8);
                    for (inputs, quads) in fours.zip(quads.chunks(2)) {
                        let mut added = [0_i16; 32];
                        for (inputs, quad) in inputs.chunks_exact(4).zip(quads) {
                            let inputs: [i16; 64] = std::array::from_fn(|i| inputs[i % 4].into());
                            let weights = quad.0.map(i16::from);
                            for (lane, added) in added.iter_mut().enumerate() {
                                *added += inputs[2 * lane] * weights[2 * lane]
                                    + inputs[2 * lane + 1] * weights[2 * lane + 1];
                            }
                        }
                        for (sum, added) in sums.iter_mut().zip(added) {
                            *sum = sum.saturating_add(added);
                        }
                    }
                }
                let at = output.at(row, column) + 16 * number;
                for i in 0..16 {
                    let lane = 2 * slot(i);
                    let sum = i32::from(sums[lane].saturating_add(sums[lane + 1]));
                    let scaled = (sum * i32::from(group.scale[i]) + 0x4000) >> 15;
                    let old = residual.map_or(0, |cells| i32::from(cells.bytes[at + i]));
                    output.bytes[at + i] = (scaled + old).clamp(0, 127) as u8;
                }
            }
        }
    }
}
