//! The forward pass of the integer network's convolutions, by tiles of 2 × 2 holes
//! ([`twixt::network::TileFilter`]). All values are integers that floats represent exactly.

use crate::cells::Cells;
use crate::conv::Finish;
use crate::floats::{Floats, LANES};
use crate::lanes::Lanes;
use crate::{Forward, Taps};
use twixt::network::SIGNS;

/// Tiles whose sums are in registers at the same time.
const TILES: usize = 6;

/// Buffers for a row of tiles.
#[derive(Debug, Default)]
pub struct Strip {
    /// Combinations of four rows of activations: whole rows with padding on both sides.
    combined: [Vec<f32>; 4],
    /// The transformed activations by product, tile and channel.
    values: Vec<f32>,
    /// The sums by product and tile, 16 outputs each.
    sums: Floats,
}

impl Strip {
    fn resize(&mut self, edge: usize, channels: usize) -> usize {
        let tiles = edge.div_ceil(2).next_multiple_of(TILES);
        // An odd edge's last tile has a column beyond the padding.
        self.combined.iter_mut().for_each(|row| row.resize((2 * tiles + 2) * channels, 0.0));
        self.values.resize(16 * tiles * channels, 0.0);
        if self.sums.len() != 16 * tiles * LANES {
            self.sums = Floats::zeros(16 * tiles * LANES);
        }
        tiles
    }

    #[inline(always)]
    fn transform(&mut self, input: &Cells, row: usize, tiles: usize) {
        let (edge, channels) = (input.edge, input.channels);
        // The row after the padding below the board influences no result on it.
        let of_row = |i: usize| {
            let first = (row + i).min(edge + 1) * (edge + 1) * channels;
            &input.values[first..first + (edge + 2) * channels]
        };
        let (a, b, c, d) = (of_row(0), of_row(1), of_row(2), of_row(3));
        let [first, second, third, fourth] = &mut self.combined;
        for (i, (((a, b), c), d)) in a.iter().zip(b).zip(c).zip(d).enumerate() {
            first[i] = ((a - c) * 0.5).floor();
            second[i] = ((b + c + 1.0) * 0.5).floor();
            third[i] = ((c - b) * 0.5).floor();
            fourth[i] = ((d - b) * 0.5).floor();
        }
        let length = tiles * channels;
        for (i, row) in self.combined.iter().enumerate() {
            let values = &mut self.values[4 * i * length..][..4 * length];
            for tile in 0..edge.div_ceil(2) {
                let cells = &row[2 * tile * channels..][..4 * channels];
                let (a, rest) = cells.split_at(channels);
                let (b, rest) = rest.split_at(channels);
                let (c, d) = rest.split_at(channels);
                let mut set = |j: usize, one: &[f32], two: &[f32], sign: f32| {
                    let to = &mut values[j * length + tile * channels..][..channels];
                    for ((to, one), two) in to.iter_mut().zip(one).zip(two) {
                        *to = one + sign * two;
                    }
                };
                set(0, a, c, -1.0);
                set(1, b, c, 1.0);
                set(2, c, b, -1.0);
                set(3, d, b, -1.0);
            }
        }
    }
}

/// Processes the board by rows of tiles.
///
/// # Safety
///
/// The weights must cover all inputs and outputs, the cells of `finish` must have the input's board size and as
/// many channels as there are outputs, and the processor must support `V`'s instructions.
#[inline(always)]
pub(crate) unsafe fn rows<V: Lanes>(
    taps: &Taps<'_>,
    input: &Cells,
    strip: &mut Strip,
    finish: &mut Forward<'_>,
) {
    let (edge, inputs, outputs) = (input.edge, taps.inputs, taps.outputs);
    let tiles = strip.resize(edge, inputs);
    for row in (0..edge).step_by(2) {
        strip.transform(input, row, tiles);
        for group in 0..outputs / LANES {
            // SAFETY: the lengths are guaranteed by the caller and by `resize`.
            unsafe {
                for product in 0..16 {
                    let weights =
                        taps.weights.as_ptr().add((group * 16 + product) * inputs * LANES);
                    for first in (0..tiles).step_by(TILES) {
                        let at = product * tiles + first;
                        let values = strip.values.as_ptr().add(at * inputs);
                        let mut sums = [V::splat(0.0); TILES];
                        for k in 0..inputs {
                            let weight = V::load(weights.add(k * LANES));
                            for (tile, sum) in sums.iter_mut().enumerate() {
                                let value = V::broadcast(values.add(tile * inputs + k));
                                *sum = sum.fma(value, weight);
                            }
                        }
                        for (tile, sum) in sums.into_iter().enumerate() {
                            sum.store(strip.sums.as_mut_ptr().add((at + tile) * LANES));
                        }
                    }
                }
                let bias = taps.start::<V>(group);
                for hole in 0..4 {
                    let (row, x) = (row + hole / 2, hole % 2);
                    for column in (x..edge).step_by(2).filter(|_| row < edge) {
                        let mut sum = bias;
                        for product in 0..16 {
                            let sign = SIGNS[hole / 2][product / 4] * SIGNS[x][product % 4];
                            if sign != 0 {
                                let at = (product * tiles + column / 2) * LANES;
                                let product = V::load(strip.sums.as_ptr().add(at));
                                sum = sum.fma(product, V::splat(sign as f32));
                            }
                        }
                        let at = ((row + 1) * (edge + 1) + column + 1) * outputs + group * LANES;
                        finish.hole(at, group * LANES, sum);
                    }
                }
            }
        }
    }
}
