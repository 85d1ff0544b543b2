//! 3 × 3 convolutions of quantised activations, and their portable kernel: four holes by 16 outputs
//! at a time, in loops over eight lanes that the compiler turns into SIMD instructions.

use super::cells::Cells;
use std::array::{from_fn, from_ref};

/// The holes per block.
const P: usize = 4;

/// A register of sums, weights or activations.
type Lanes = [i16; 8];

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
        let (edge, fours) = (input.edge, self.inputs / 4);
        let wide: Vec<_> = input.bytes.as_chunks().0.iter().map(|&four| widened(four)).collect();
        for (number, group) in self.groups.iter().enumerate() {
            for row in 0..edge {
                for column in (0..edge).step_by(P) {
                    // The last block of a row overlaps the one before.
                    let column = column.min(edge - P);
                    // By output: its first sum, then its second.
                    let mut sums = [[0; 32]; P];
                    for (quarter, start) in group.start.as_chunks().0.iter().enumerate() {
                        let mut lanes = [*start; P];
                        // Taps in the padding above the first and below the last row are skipped.
                        for dy in usize::from(row == 0)..3 - usize::from(row + 1 == edge) {
                            let from = input.at(row + dy, column) / 4 - fours * (edge + 2);
                            let quads = group.quads[3 * fours * dy..][..3 * fours].as_chunks::<2>();
                            let [a, b, c, d] =
                                from_fn(|p| wide[from + p * fours..][..3 * fours].as_chunks::<2>());
                            let inputs = a.0.iter().zip(b.0).zip(c.0.iter().zip(d.0));
                            for (quads, ((a, b), (c, d))) in quads.0.iter().zip(inputs) {
                                add(&mut lanes, quads, quarter, [a, b, c, d]);
                            }
                            if let ([quad], [a], [b], [c], [d]) = (quads.1, a.1, b.1, c.1, d.1) {
                                add(&mut lanes, from_ref(quad), quarter, [a, b, c, d].map(from_ref));
                            }
                        }
                        let first = quarter % 2 * 16 + quarter / 2 * 8;
                        for (sums, lanes) in sums.iter_mut().zip(lanes) {
                            sums[first..][..8].copy_from_slice(&lanes);
                        }
                    }
                    for (p, sums) in sums.iter().enumerate() {
                        let at = output.at(row, column + p) + 16 * number;
                        let old = residual.and_then(|cells| cells.bytes[at..].first_chunk());
                        if let Some(bytes) = output.bytes[at..].first_chunk_mut() {
                            finish(sums, &group.scale, old.unwrap_or(&[0; 16]), bytes);
                        }
                    }
                }
            }
        }
    }
}

/// Widens four activations and repeats them: the first and the third, then the second and the
/// fourth.
#[inline(always)]
fn widened(four: [u8; 4]) -> [Lanes; 2] {
    let pairs = [u32::from_le_bytes(four); 4];
    let mut wide = [[0; 8]; 2];
    for lane in 0..8 {
        let pair = (pairs[lane / 2] >> (16 * (lane % 2))) as u16;
        wide[0][lane] = (pair & 255) as i16;
        wide[1][lane] = (pair >> 8) as i16;
    }
    wide
}

/// Adds the products of `K` groups of four inputs to a quarter of the sums of every hole.
#[inline(always)]
fn add<const K: usize>(
    sums: &mut [Lanes; P],
    quads: &[Quad; K],
    quarter: usize,
    inputs: [&[[Lanes; 2]; K]; P],
) {
    let weights: [[Lanes; 2]; K] = from_fn(|k| {
        let bytes = &quads[k].0.as_chunks::<16>().0[quarter];
        [0, 1].map(|i| from_fn(|lane| bytes[2 * lane + i].into()))
    });
    for (sums, inputs) in sums.iter_mut().zip(inputs) {
        let mut added = [0; 8];
        for (weights, inputs) in weights.as_flattened().iter().zip(inputs.as_flattened()) {
            for ((added, weight), input) in added.iter_mut().zip(weights).zip(inputs) {
                *added += weight * input;
            }
        }
        for (sum, added) in sums.iter_mut().zip(added) {
            *sum = sum.saturating_add(added);
        }
    }
}

/// Computes the 16 activations of a hole. Inlined, the loops would not be vectorised.
#[inline(never)]
fn finish(sums: &[i16; 32], scale: &[i16; 16], old: &[u8; 16], bytes: &mut [u8; 16]) {
    let mut sums: [i16; 16] = from_fn(|i| sums[2 * i].saturating_add(sums[2 * i + 1]));
    for (sum, &scale) in sums.iter_mut().zip(scale) {
        *sum = ((i32::from(*sum) * i32::from(scale) + 0x4000) >> 15) as i16;
    }
    for ((byte, sum), &old) in bytes.iter_mut().zip(sums).zip(old) {
        *byte = sum.saturating_add(old.into()).clamp(0, 127) as u8;
    }
}
