//! The gradient of a convolution's weights.
//!
//! The inputs of a row of taps are one run of `3 · IN` floats; `N` of them at a time, times sixteen
//! outputs, are summed in registers over all holes.

use crate::cells::Cells;
use crate::floats::LANES;
use crate::lanes::Lanes;

/// Adds a position's part to the gradient, which is laid out as the kernels' weights are, and to
/// the biases'.
///
/// # Safety
///
/// The input must have `IN` channels and be of the same board as `outer`, the gradient of the sums;
/// the gradients must have room for `outer`'s channels; `N` must divide `3 · IN`; and `V`'s
/// instructions must be there.
#[inline(always)]
pub(super) unsafe fn add<V: Lanes, const IN: usize, const N: usize>(
    input: &Cells,
    outer: &Cells,
    weights: &mut [f32],
    biases: &mut [f32],
) {
    let (edge, outputs) = (input.edge, outer.channels);
    for group in 0..outputs / LANES {
        // SAFETY: the caller's promise; all cells from the one above and left of the first hole to
        // the one below and right of the last are there.
        unsafe {
            let outer = outer.values.as_ptr().add(outer.at(0, 0) + group * LANES);
            for tap_row in 0..3 {
                let rows = usize::from(tap_row == 0)..edge - usize::from(tap_row == 2);
                for first in (0..3 * IN).step_by(N) {
                    let mut sums = [V::all(0.0); N];
                    for row in rows.clone() {
                        let mut outer = outer.add(row * (edge + 1) * outputs);
                        let cell = (row + tap_row) * (edge + 1) * IN;
                        let mut inputs = input.values.as_ptr().add(cell + first);
                        for _ in 0..edge {
                            let gradient = V::load(outer);
                            for (n, sum) in sums.iter_mut().enumerate() {
                                *sum = sum.fma(V::spread(inputs.add(n)), gradient);
                            }
                            outer = outer.add(outputs);
                            inputs = inputs.add(IN);
                        }
                    }
                    let at = ((group * 3 + tap_row) * 3 * IN + first) * LANES;
                    let to = weights.as_mut_ptr().add(at);
                    for (n, sum) in sums.into_iter().enumerate() {
                        let to = to.add(n * LANES);
                        V::load(to).add(sum).store(to);
                    }
                }
            }
            let mut sums = [V::all(0.0); 4];
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
