//! 3 × 3 convolutions, forward and backward: the same sums with different weights and final steps.
//!
//! The sums for a block of holes and sixteen outputs stay in registers. Each weight vector is
//! loaded once per block, and activations are broadcast from memory.

use crate::cells::Cells;
use crate::floats::LANES;
use crate::lanes::Lanes;
use crate::{Backward, Forward, Taps};

pub(crate) trait Finish {
    /// Processes the sums of one hole. `at` is their offset in every [`Cells`] buffer, `channel`
    /// the first output.
    ///
    /// # Safety
    ///
    /// The cells must have sixteen values at `at`, and the processor must support `V`'s
    /// instructions.
    unsafe fn hole<V: Lanes>(&mut self, at: usize, channel: usize, sum: V);
}

impl Finish for Forward<'_> {
    #[inline(always)]
    unsafe fn hole<V: Lanes>(&mut self, at: usize, channel: usize, sum: V) {
        // SAFETY: guaranteed by the caller; all cells have the same shape.
        unsafe {
            let (low, high) = (V::splat(-32768.0), V::splat(32767.0));
            let clipped = sum.max(low).min(high);
            let mut result = clipped.mul(V::load(self.scale.as_ptr().add(channel)));
            if self.quantise {
                result = result.add(V::splat(0.5)).floor();
            }
            if let Some(residual) = self.residual {
                result = result.add(V::load(residual.values.as_ptr().add(at)));
            }
            let (zero, most) = (V::splat(0.0), V::splat(127.0));
            let output = result.max(zero).min(most);
            output.store(self.output.values.as_mut_ptr().add(at));
            let gate = result.slope(output, zero, most);
            if let Some(to) = &mut self.gate {
                gate.store(to.values.as_mut_ptr().add(at));
            }
            // Usually no sum saturates; then the slope equals the gate.
            let slope =
                if sum.any_beyond(high) { gate.mul(sum.slope(clipped, low, high)) } else { gate };
            slope.store(self.slope.values.as_mut_ptr().add(at));
        }
    }
}

impl Finish for Backward<'_> {
    #[inline(always)]
    unsafe fn hole<V: Lanes>(&mut self, at: usize, channel: usize, mut sum: V) {
        // SAFETY: guaranteed by the caller; all cells have the same shape.
        unsafe {
            if let Some(residual) = &mut self.residual {
                let residual = residual.values.as_mut_ptr().add(at);
                sum = sum.add(V::load(residual));
                if let Some(gate) = self.gate {
                    sum.mul(V::load(gate.values.as_ptr().add(at))).store(residual);
                }
            }
            let slope = V::load(self.slope.values.as_ptr().add(at));
            let scale = V::load(self.scale.as_ptr().add(channel));
            sum.mul(slope.mul(scale)).store(self.output.values.as_mut_ptr().add(at));
        }
    }
}

/// Processes the board in blocks of up to `V::HOLES` holes of a row, of nearly equal length.
///
/// # Safety
///
/// The input must have `IN` channels, the weights must cover all outputs, the cells of `finish`
/// must have the input's board size and as many channels as there are outputs, and the processor
/// must support `V`'s instructions.
#[inline(always)]
pub(crate) unsafe fn rows<V: Lanes, F: Finish, const IN: usize>(
    taps: &Taps<'_>,
    input: &Cells,
    finish: &mut F,
) {
    let (edge, outputs) = (input.edge, taps.outputs);
    let blocks = edge.div_ceil(V::HOLES);
    for group in 0..outputs / LANES {
        // SAFETY: guaranteed by the caller; all inputs of a block are within the board and its
        // padding.
        unsafe {
            let weights = taps.weights.as_ptr().add(group * 9 * IN * LANES);
            let start = taps.start::<V>(group);
            for row in 0..edge {
                let mut column = 0;
                for index in 0..blocks {
                    let length = edge / blocks + usize::from(index < edge % blocks);
                    let block = Block {
                        weights,
                        from: input.values.as_ptr().add((row * (edge + 1) + column) * IN),
                        stride: (edge + 1) * IN,
                        first: usize::from(row == 0),
                        end: 3 - usize::from(row + 1 == edge),
                        at: ((row + 1) * (edge + 1) + column + 1) * outputs + group * LANES,
                        outputs,
                        channel: group * LANES,
                        at_left: column == 0,
                        at_right: column + length == edge,
                    };
                    match length {
                        1 if V::HOLES < 8 => block.compute::<V, F, IN, 1>(start, finish),
                        2 if V::HOLES < 8 => block.compute::<V, F, IN, 2>(start, finish),
                        3 if V::HOLES < 8 => block.compute::<V, F, IN, 3>(start, finish),
                        4 if V::HOLES < 8 => block.compute::<V, F, IN, 4>(start, finish),
                        5 => block.compute::<V, F, IN, 5>(start, finish),
                        6 => block.compute::<V, F, IN, 6>(start, finish),
                        7 if V::HOLES > 6 => block.compute::<V, F, IN, 7>(start, finish),
                        8 if V::HOLES > 6 => block.compute::<V, F, IN, 8>(start, finish),
                        9 if V::HOLES > 6 => block.compute::<V, F, IN, 9>(start, finish),
                        10 if V::HOLES > 6 => block.compute::<V, F, IN, 10>(start, finish),
                        11 if V::HOLES > 6 => block.compute::<V, F, IN, 11>(start, finish),
                        12 if V::HOLES > 6 => block.compute::<V, F, IN, 12>(start, finish),
                        _ => unreachable!("boards of 5 to 24 holes per edge have no such block"),
                    }
                    column += length;
                }
            }
        }
    }
}

struct Block {
    weights: *const f32,
    /// Input cell above and left of the block's first hole.
    from: *const f32,
    /// Distance between rows, in floats.
    stride: usize,
    /// Range of tap rows on the board; the others would add zeros.
    first: usize,
    end: usize,
    /// Offset of the first output of the first hole.
    at: usize,
    outputs: usize,
    channel: usize,
    /// Whether the block starts at the left edge, and whether it ends at the right edge.
    at_left: bool,
    at_right: bool,
}

/// Adds the products of one tap to the sums of `P` holes, skipping the first hole if `FIRST` and
/// the last if `LAST`.
///
/// # Safety
///
/// There must be `IN` inputs per hole and weights for each of them, and the processor must support
/// `V`'s instructions.
#[inline(always)]
unsafe fn tap<V: Lanes, const IN: usize, const P: usize, const FIRST: bool, const LAST: bool>(
    inputs: *const f32,
    weights: *const f32,
    sums: &mut [V; P],
) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        for k in 0..IN {
            let weight = V::load(weights.add(k * LANES));
            let input = inputs.add(k);
            for (p, sum) in sums.iter_mut().enumerate() {
                if !(FIRST && p == 0 || LAST && p + 1 == P) {
                    *sum = sum.fma(V::broadcast(input.add(p * IN)), weight);
                }
            }
        }
    }
}

impl Block {
    /// # Safety
    ///
    /// All pointers must be valid for the block, and the processor must support `V`'s instructions.
    #[inline(always)]
    unsafe fn compute<V: Lanes, F: Finish, const IN: usize, const P: usize>(
        &self,
        start: V,
        finish: &mut F,
    ) {
        let mut sums = [start; P];
        // SAFETY: guaranteed by the caller.
        unsafe {
            for tap_row in self.first..self.end {
                let inputs = self.from.add(tap_row * self.stride);
                let weights = self.weights.add(tap_row * 3 * IN * LANES);
                // Zero padding is skipped.
                if self.at_left {
                    tap::<V, IN, P, true, false>(inputs, weights, &mut sums);
                } else {
                    tap::<V, IN, P, false, false>(inputs, weights, &mut sums);
                }
                let (inputs, weights) = (inputs.add(IN), weights.add(IN * LANES));
                tap::<V, IN, P, false, false>(inputs, weights, &mut sums);
                let (inputs, weights) = (inputs.add(IN), weights.add(IN * LANES));
                if self.at_right {
                    tap::<V, IN, P, false, true>(inputs, weights, &mut sums);
                } else {
                    tap::<V, IN, P, false, false>(inputs, weights, &mut sums);
                }
            }
            for (p, sum) in sums.into_iter().enumerate() {
                finish.hole(self.at + p * self.outputs, self.channel, sum);
            }
        }
    }
}
