//! The relaxed-SIMD kernel of the convolution, for WebAssembly: three holes by 16 outputs at a time.
//!
//! `i16x8_relaxed_dot_i8x16_i7x16` is exact on every machine here: activations are at most 127, and
//! the sum of two products is at most 2 · 63 · 127.

use super::cells::Cells;
use super::conv::{Conv, Group};
use std::arch::wasm32::*;

/// The token for relaxed SIMD.
#[derive(Clone, Copy)]
pub(super) struct Relaxed(());

impl Relaxed {
    /// Returns the token. A module cannot detect features: this one is compiled for them.
    pub(super) fn detect() -> Option<Relaxed> {
        Some(Relaxed(()))
    }
}

/// The holes per block. Their sums take 12 of the 16 registers of x86-64.
const P: usize = 3;

/// As [`Conv::portable`].
pub(super) fn conv(
    _: Relaxed,
    conv: &Conv,
    input: &Cells,
    residual: Option<&Cells>,
    output: &mut Cells,
) {
    let (edge, outputs) = (input.edge, output.channels);
    let fits = |cells: &Cells, channels: usize| {
        let bytes = ((edge + 1) * (edge + 2) + 1) * channels;
        (cells.edge, cells.channels, cells.bytes.len()) == (edge, channels, bytes)
    };
    assert!(edge >= P && outputs == 16 * conv.groups.len());
    assert!(fits(input, conv.inputs) && fits(output, outputs));
    assert!(residual.is_none_or(|cells| fits(cells, outputs)));
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
                    let sums = block(group, conv.inputs, from, row, edge);
                    for (p, sums) in sums.into_iter().enumerate() {
                        let at = at + p * outputs;
                        let old = residual.map(|cells| cells.bytes.as_ptr().add(at));
                        let to = output.bytes.as_mut_ptr().add(at);
                        v128_store(to.cast(), finish(group, sums, old));
                    }
                }
            }
        }
    }
}

/// Returns the sums of `P` adjacent holes, the first of which is at `from`.
///
/// # Safety
///
/// The cells and their neighbours must be valid, `inputs` channels each, and all weights of the
/// group.
#[inline(always)]
unsafe fn block(
    group: &Group,
    inputs: usize,
    from: *const u8,
    row: usize,
    edge: usize,
) -> [[v128; 4]; P] {
    let count = 3 * inputs / 4;
    // SAFETY: the caller's promise, and the 32 initial values are four registers.
    unsafe {
        let start = group.start.as_ptr().cast::<v128>();
        let mut sums = [[0, 1, 2, 3].map(|quarter| v128_load(start.add(quarter))); P];
        // Taps in the padding above the first and below the last row are skipped.
        for dy in usize::from(row == 0)..3 - usize::from(row + 1 == edge) {
            let cell = from.offset((dy as isize - 1) * ((edge + 1) * inputs) as isize);
            let cell = cell.sub(inputs);
            let quads = group.quads.as_ptr().add(dy * count);
            for i in (0..count - 1).step_by(2) {
                let weights = quads.add(i).cast::<v128>();
                for (p, sums) in sums.iter_mut().enumerate() {
                    let fours = cell.add(p * inputs + 4 * i).cast::<u32>();
                    let (one, two) = (v128_load32_splat(fours), v128_load32_splat(fours.add(1)));
                    for (quarter, sum) in sums.iter_mut().enumerate() {
                        let one = dot(v128_load(weights.add(quarter)), one);
                        let two = dot(v128_load(weights.add(4 + quarter)), two);
                        // Four products of at most 63 · 127 per lane cannot overflow.
                        *sum = i16x8_add_sat(*sum, i16x8_add(one, two));
                    }
                }
            }
            if count % 2 == 1 {
                let weights = quads.add(count - 1).cast::<v128>();
                for (p, sums) in sums.iter_mut().enumerate() {
                    let four = v128_load32_splat(cell.add(p * inputs + 4 * (count - 1)).cast());
                    for (quarter, sum) in sums.iter_mut().enumerate() {
                        *sum = i16x8_add_sat(*sum, dot(v128_load(weights.add(quarter)), four));
                    }
                }
            }
        }
        sums
    }
}

/// Multiplies weights by activations and adds the products in pairs.
#[inline(always)]
fn dot(weights: v128, activations: v128) -> v128 {
    i16x8_relaxed_dot_i8x16_i7x16(weights, activations)
}

/// Returns the 16 activations of a hole.
///
/// # Safety
///
/// `old` must be valid for reads of 16 bytes.
#[inline(always)]
unsafe fn finish(group: &Group, sums: [v128; 4], old: Option<*const u8>) -> v128 {
    // SAFETY: the caller's promise, and a scale has two registers.
    let (old, scale) = unsafe {
        let scale = group.scale.as_ptr().cast::<v128>();
        let old = old.map_or(u8x16_splat(0), |old| v128_load(old.cast()));
        (old, [v128_load(scale), v128_load(scale.add(1))])
    };
    // The quarters have the outputs 0–3, 8–11, 4–7 and 12–15.
    let half = |low: v128, high: v128, scale: v128, old: v128| {
        let first = i16x8_shuffle::<0, 2, 4, 6, 8, 10, 12, 14>(low, high);
        let second = i16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(low, high);
        i16x8_add_sat(i16x8_q15mulr_sat(i16x8_add_sat(first, second), scale), old)
    };
    let low = half(sums[0], sums[2], scale[0], u16x8_extend_low_u8x16(old));
    let high = half(sums[1], sums[3], scale[1], u16x8_extend_high_u8x16(old));
    u8x16_min(u8x16_narrow_i16x8(low, high), u8x16_splat(127))
}
