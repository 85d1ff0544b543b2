//! The kernels of the convolution for WebAssembly, with SIMD128 and with relaxed SIMD: a few holes by
//! eight outputs at a time.
//!
//! A WebAssembly module cannot detect features; the tokens exist only for those that it is compiled
//! for.

use super::cells::Cells;
use super::conv::{Conv, Group};
use std::arch::wasm32::*;
use std::array::from_fn;

/// The innermost step of a kernel. The tokens of CPU features implement it.
pub(super) trait Step: Copy {
    /// Adds the products of four inputs to both sums of four outputs.
    fn products(self, weights: v128, inputs: v128) -> v128;
}

/// The token for SIMD128.
#[derive(Clone, Copy)]
pub(super) struct Simd128(());

impl Simd128 {
    /// Returns the token.
    pub(super) fn detect() -> Option<Simd128> {
        Some(Simd128(()))
    }
}

impl Step for Simd128 {
    #[inline(always)]
    fn products(self, weights: v128, inputs: v128) -> v128 {
        let even = i16x8_shr(i16x8_shl(weights, 8), 8);
        let even = i16x8_mul(even, v128_and(inputs, i16x8_splat(255)));
        i16x8_add(even, i16x8_mul(i16x8_shr(weights, 8), u16x8_shr(inputs, 8)))
    }
}

/// The token for relaxed SIMD.
#[cfg(target_feature = "relaxed-simd")]
#[derive(Clone, Copy)]
pub(super) struct Relaxed(());

#[cfg(target_feature = "relaxed-simd")]
impl Relaxed {
    /// Returns the token.
    pub(super) fn detect() -> Option<Relaxed> {
        Some(Relaxed(()))
    }
}

#[cfg(target_feature = "relaxed-simd")]
impl Step for Relaxed {
    /// The instruction is exact for these operands on every machine: activations are at most 127, and
    /// the sum of two products is at most 2 · 63 · 127.
    #[inline(always)]
    fn products(self, weights: v128, inputs: v128) -> v128 {
        i16x8_relaxed_dot_i8x16_i7x16(weights, inputs)
    }
}

/// Like [`super::portable`], in blocks of `P` holes.
pub(super) fn conv<S: Step, const P: usize>(
    step: S,
    conv: &Conv,
    input: &Cells,
    residual: Option<&Cells>,
    output: &mut Cells,
) {
    let (edge, outputs) = (input.edge, output.channels);
    assert!(edge >= P && outputs == 16 * conv.groups.len());
    assert!(input.has_shape(edge, conv.inputs) && output.has_shape(edge, outputs));
    assert!(residual.is_none_or(|cells| cells.has_shape(edge, outputs)));
    for (number, group) in conv.groups.iter().enumerate() {
        assert!(group.quads.len() == 9 * conv.inputs / 4);
        for row in 0..edge {
            for column in (0..edge).step_by(P) {
                // The last block of a row overlaps the one before.
                let column = column.min(edge - P);
                let at = output.at(row, column) + 16 * number;
                // SAFETY: the lengths are checked above; the block's cells and their neighbours are
                // cells of the board or its padding.
                unsafe {
                    let from = input.bytes.as_ptr().add(input.at(row, column));
                    let first = block::<S, P>(step, group, 0, conv.inputs, from, row, edge);
                    let second = block::<S, P>(step, group, 2, conv.inputs, from, row, edge);
                    for (p, (first, second)) in first.into_iter().zip(second).enumerate() {
                        let at = at + p * outputs;
                        let old = residual.map(|cells| cells.bytes.as_ptr().add(at));
                        let to = output.bytes.as_mut_ptr().add(at);
                        v128_store(to.cast(), finish(group, [first, second], old));
                    }
                }
            }
        }
    }
}

/// Returns two of the four registers of sums, `first` and the next, for each of `P` adjacent holes,
/// starting with the one at `from`. V8 loads all operands of an iteration before it computes, so
/// they have to fit in the registers.
///
/// # Safety
///
/// The cells and their neighbours must be valid for reads of `inputs` channels each, and all weights
/// of the group must be valid. `first` must be 0 or 2.
#[inline(always)]
unsafe fn block<S: Step, const P: usize>(
    step: S,
    group: &Group,
    first: usize,
    inputs: usize,
    from: *const u8,
    row: usize,
    edge: usize,
) -> [[v128; 2]; P] {
    let count = 3 * inputs / 4;
    // SAFETY: guaranteed by the caller; the initial values and the weights of a group of four inputs
    // are four registers each.
    unsafe {
        let start = group.start.as_ptr().cast::<v128>().add(first);
        let mut sums = [[v128_load(start), v128_load(start.add(1))]; P];
        // Taps in the padding above the first and below the last row are skipped.
        for dy in usize::from(row == 0)..3 - usize::from(row + 1 == edge) {
            let cell = from.offset((dy as isize - 1) * ((edge + 1) * inputs) as isize);
            let cell = cell.sub(inputs);
            let quads = group.quads.as_ptr().add(dy * count).cast::<v128>().add(first);
            for i in (0..count - 1).step_by(2) {
                let quads = quads.add(4 * i);
                let weights: [_; 2] =
                    from_fn(|q| [v128_load(quads.add(q)), v128_load(quads.add(4 + q))]);
                for (p, sums) in sums.iter_mut().enumerate() {
                    let fours = cell.add(p * inputs + 4 * i).cast::<u32>();
                    let (one, two) = (v128_load32_splat(fours), v128_load32_splat(fours.add(1)));
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        let one = step.products(weights[0], one);
                        let two = step.products(weights[1], two);
                        // Four products of at most 63 · 127 per lane cannot overflow.
                        *sum = i16x8_add_sat(*sum, i16x8_add(one, two));
                    }
                }
            }
            if count % 2 == 1 {
                let quads = quads.add(4 * (count - 1));
                for (p, sums) in sums.iter_mut().enumerate() {
                    let four = v128_load32_splat(cell.add(p * inputs + 4 * (count - 1)).cast());
                    for (q, sum) in sums.iter_mut().enumerate() {
                        let products = step.products(v128_load(quads.add(q)), four);
                        *sum = i16x8_add_sat(*sum, products);
                    }
                }
            }
        }
        sums
    }
}

/// Returns the 16 activations of a hole.
///
/// # Safety
///
/// `old` must be valid for reads of 16 bytes.
#[inline(always)]
unsafe fn finish(group: &Group, sums: [[v128; 2]; 2], old: Option<*const u8>) -> v128 {
    // SAFETY: guaranteed by the caller, and a scale has two registers.
    let (old, scale) = unsafe {
        let scale = group.scale.as_ptr().cast::<v128>();
        let old = old.map_or(u8x16_splat(0), |old| v128_load(old.cast()));
        (old, [v128_load(scale), v128_load(scale.add(1))])
    };
    // The four registers of `sums`, in order, hold the sums of outputs 0–3, 8–11, 4–7 and 12–15.
    let half = |low: v128, high: v128, scale: v128, old: v128| {
        let first = i16x8_shuffle::<0, 2, 4, 6, 8, 10, 12, 14>(low, high);
        let second = i16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(low, high);
        i16x8_add_sat(i16x8_q15mulr_sat(i16x8_add_sat(first, second), scale), old)
    };
    let low = half(sums[0][0], sums[1][0], scale[0], u16x8_extend_low_u8x16(old));
    let high = half(sums[0][1], sums[1][1], scale[1], u16x8_extend_high_u8x16(old));
    u8x16_min(u8x16_narrow_i16x8(low, high), u8x16_splat(127))
}
