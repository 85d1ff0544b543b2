//! Gradient with respect to a convolution's weights.
//!
//! Registers hold sums over the holes: products of one tap's inputs with the gradients of sixteen
//! outputs. Each gradient vector is loaded once for all inputs, which are broadcast.

use crate::cells::Cells;
use crate::floats::LANES;
use crate::lanes::Lanes;
use twixt::network::PLANES;

/// Number of input floats that fit in the L1 cache together with as many gradient floats.
const NEAR: usize = 4096;

/// Adds a position's gradients with respect to the weights (in the kernels' layout) and the biases to
/// `weights` and `biases`.
///
/// # Safety
///
/// The input must have `IN` channels and the board size of `outer`, the gradient of the sums; `weights`
/// and `biases` must cover `outer`'s channels; and the processor must support `V`'s instructions.
#[inline(always)]
pub(crate) unsafe fn add<V: Lanes, const IN: usize>(
    input: &Cells,
    outer: &Cells,
    weights: &mut [f32],
    biases: &mut [f32],
) {
    let (edge, outputs) = (input.edge, outer.channels);
    let near = (NEAR / ((edge + 1) * IN)).clamp(2, edge);
    // Number of chunks of inputs, each small enough that its sums fit in the registers.
    let chunks = match (V::HOLES > 6, IN) {
        (true, PLANES) => 1,
        (true, _) => IN / 16,
        (false, _) => IN.div_ceil(6),
    };
    for group in 0..outputs / LANES {
        // SAFETY: guaranteed by the caller; the tap's inputs of all holes in the rectangle are on
        // the board.
        unsafe {
            for first in (0..edge).step_by(near) {
                for tap in 0..9 {
                    let (dy, dx) = (tap / 3, tap % 3);
                    let top = first.max(usize::from(dy == 0));
                    let bottom = (first + near).min(edge - usize::from(dy == 2));
                    let left = usize::from(dx == 0);
                    // Input cell of the tap at the first hole.
                    let cell = (top + dy) * (edge + 1) + left + dx;
                    let holes = Holes {
                        outer: outer.values.as_ptr().add(outer.at(top, left) + group * LANES),
                        outputs,
                        inputs: input.values.as_ptr().add(cell * IN),
                        rows: bottom.saturating_sub(top),
                        columns: edge - usize::from(dx != 1),
                        stride: edge + 1,
                    };
                    let to = weights.as_mut_ptr().add((group * 9 + tap) * IN * LANES);
                    let mut done = 0;
                    for chunk in 0..chunks {
                        let length = IN / chunks + usize::from(chunk < IN % chunks);
                        let to = to.add(done * LANES);
                        match length {
                            5 if V::HOLES <= 6 => holes.add::<V, IN, 5>(done, to),
                            6 if V::HOLES <= 6 => holes.add::<V, IN, 6>(done, to),
                            16 if V::HOLES > 6 => holes.add::<V, IN, 16>(done, to),
                            PLANES if V::HOLES > 6 => holes.add::<V, IN, PLANES>(done, to),
                            _ => unreachable!("there are no other numbers of inputs"),
                        }
                        done += length;
                    }
                }
            }
            let outer = outer.values.as_ptr().add(outer.at(0, 0) + group * LANES);
            let mut sums = [V::splat(0.0); 4];
            for row in 0..edge {
                let outer = outer.add(row * (edge + 1) * outputs);
                for column in 0..edge {
                    let sum = &mut sums[column % 4];
                    *sum = sum.add(V::load(outer.add(column * outputs)));
                }
            }
            let sum = sums[0].add(sums[1]).add(sums[2].add(sums[3]));
            let to = biases.as_mut_ptr().add(group * LANES);
            V::load(to).add(sum).store(to);
        }
    }
}

/// A rectangle of holes and the input cells of one tap.
struct Holes {
    outer: *const f32,
    outputs: usize,
    inputs: *const f32,
    rows: usize,
    columns: usize,
    /// Distance between rows, in cells.
    stride: usize,
}

impl Holes {
    /// Adds the products of `N` inputs, starting at `first`, with the gradients of sixteen outputs.
    ///
    /// # Safety
    ///
    /// All holes, their inputs and the sums must be in bounds, and the processor must support `V`'s
    /// instructions.
    #[inline(always)]
    unsafe fn add<V: Lanes, const IN: usize, const N: usize>(&self, first: usize, to: *mut f32) {
        // SAFETY: guaranteed by the caller.
        unsafe {
            let mut sums = [V::splat(0.0); N];
            for row in 0..self.rows {
                let mut outer = self.outer.add(row * self.stride * self.outputs);
                let mut inputs = self.inputs.add(row * self.stride * IN + first);
                for _ in 0..self.columns {
                    let gradient = V::load(outer);
                    for (n, sum) in sums.iter_mut().enumerate() {
                        *sum = sum.fma(V::broadcast(inputs.add(n)), gradient);
                    }
                    outer = outer.add(self.outputs);
                    inputs = inputs.add(IN);
                }
            }
            for (n, sum) in sums.into_iter().enumerate() {
                let to = to.add(n * LANES);
                V::load(to).add(sum).store(to);
            }
        }
    }
}
