//! The portable kernel of the convolution: two holes by eight outputs at a time, in loops over eight
//! lanes that the compiler turns into SIMD instructions.

use super::cells::Cells;
use super::conv::{Conv, Quad};
use std::array::{from_fn, from_ref};

/// The number of holes per block.
const P: usize = 2;

/// A register of sums, weights or activations.
type Lanes = [i16; 8];

/// Like [`super::reference::conv`].
pub(super) fn conv(conv: &Conv, input: &Cells, residual: Option<&Cells>, output: &mut Cells) {
    let (edge, fours, outputs) = (input.edge, conv.inputs / 4, 16 * conv.groups.len());
    assert!(edge >= P && input.has_shape(edge, conv.inputs));
    assert!(output.has_shape(edge, outputs));
    assert!(residual.is_none_or(|cells| cells.has_shape(edge, outputs)));
    let wide: Vec<_> = input.bytes.as_chunks().0.iter().map(|&four| widened(four)).collect();
    for (number, group) in conv.groups.iter().enumerate() {
        let weights = [0, 2].map(|first| -> Vec<_> {
            let half = |quad: &Quad| [quad.widened(first), quad.widened(first + 1)];
            group.quads.iter().map(half).collect()
        });
        for row in 0..edge {
            for column in (0..edge).step_by(P) {
                // The last block of a row overlaps the one before.
                let column = column.min(edge - P);
                let mut sums = [[[[0; 8]; 2]; P]; 2];
                for (sums, start) in sums.iter_mut().zip(group.start.as_chunks().0.as_chunks().0) {
                    *sums = [*start; P];
                }
                // Taps in the padding above the first and below the last row are skipped.
                for dy in usize::from(row == 0)..3 - usize::from(row + 1 == edge) {
                    let from = input.at(row + dy, column) / 4 - fours * (edge + 2);
                    let [a, b]: [_; P] =
                        from_fn(|p| wide[from + p * fours..][..3 * fours].as_chunks::<2>());
                    for (sums, weights) in sums.iter_mut().zip(&weights) {
                        let weights = weights[3 * fours * dy..][..3 * fours].as_chunks::<2>();
                        // The sums are kept in registers.
                        let mut lanes = *sums;
                        for (weights, (a, b)) in weights.0.iter().zip(a.0.iter().zip(b.0)) {
                            add(&mut lanes, weights, [a, b]);
                        }
                        if let ([weights], [a], [b]) = (weights.1, a.1, b.1) {
                            add(&mut lanes, from_ref(weights), [a, b].map(from_ref));
                        }
                        *sums = lanes;
                    }
                }
                for p in 0..P {
                    let at = output.at(row, column + p) + 16 * number;
                    let old = residual.and_then(|cells| cells.bytes[at..].first_chunk());
                    if let Some(bytes) = output.bytes[at..].first_chunk_mut() {
                        finish(&sums, p, &group.scale, old.unwrap_or(&[0; 16]), bytes);
                    }
                }
            }
        }
    }
}

/// Widens four activations: one register repeats the first and third, the other the second and fourth.
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

impl Quad {
    /// Returns a quarter of the weights, those of four outputs, in the order of [`widened`]
    /// activations.
    fn widened(&self, quarter: usize) -> [Lanes; 2] {
        let bytes = &self.0.as_chunks::<16>().0[quarter];
        [0, 1].map(|i| from_fn(|lane| bytes[2 * lane + i].into()))
    }
}

/// Adds the products of `K` groups of four inputs to the sums of eight outputs of every hole.
#[inline(always)]
fn add<const K: usize>(
    sums: &mut [[Lanes; 2]; P],
    weights: &[[[Lanes; 2]; 2]; K],
    inputs: [&[[Lanes; 2]; K]; P],
) {
    for (sums, inputs) in sums.iter_mut().zip(inputs) {
        for (i, sums) in sums.iter_mut().enumerate() {
            let mut added = [0; 8];
            for (weights, inputs) in weights.iter().zip(inputs) {
                for (weights, inputs) in weights[i].iter().zip(inputs) {
                    for ((added, weight), input) in added.iter_mut().zip(weights).zip(inputs) {
                        *added += weight * input;
                    }
                }
            }
            for (sum, added) in sums.iter_mut().zip(added) {
                *sum = sum.saturating_add(added);
            }
        }
    }
}

/// Computes the 16 activations of a hole. Not inlined, since the compiler would not vectorise the inlined loops.
#[inline(never)]
fn finish(
    sums: &[[[Lanes; 2]; P]; 2],
    p: usize,
    scale: &[i16; 16],
    old: &[u8; 16],
    bytes: &mut [u8; 16],
) {
    let mut totals = [0; 16];
    for (i, totals) in totals.chunks_exact_mut(4).enumerate() {
        // `sums[0]` holds the sums of outputs 0–3 and 8–11, `sums[1]` those of 4–7 and 12–15.
        let sums = &sums[i % 2][p][i / 2];
        for (total, sums) in totals.iter_mut().zip(sums.chunks_exact(2)) {
            *total = sums[0].saturating_add(sums[1]);
        }
    }
    for (total, &scale) in totals.iter_mut().zip(scale) {
        *total = ((i32::from(*total) * i32::from(scale) + 0x4000) >> 15) as i16;
    }
    for ((byte, total), &old) in bytes.iter_mut().zip(totals).zip(old) {
        *byte = total.saturating_add(old.into()).clamp(0, 127) as u8;
    }
}
