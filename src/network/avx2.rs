//! The AVX2 kernel of the convolution: six holes by 16 outputs at a time.

use super::cells::Cells;
use super::conv::{Conv, Group};
use super::portable;
use std::arch::x86_64::*;

/// The holes per block. Half of a block's sums, two registers of weights and the products fit in
/// the 16 registers. With all sums at once, registers would spill and the kernel would take 50 %
/// longer.
const P: usize = 6;

/// Like [`portable`].
#[target_feature(enable = "avx2")]
pub(super) fn conv(conv: &Conv, input: &Cells, residual: Option<&Cells>, output: &mut Cells) {
    // Without this annotation, the `match` has an unsafe function pointer type in Rust 1.90.
    let run: fn(&Conv, &Cells, Option<&Cells>, &mut Cells) = match conv.inputs {
        // A row of five holes is shorter than a block.
        _ if input.edge < P => return portable(conv, input, residual, output),
        28 => rows::<28>,
        16 => rows::<16>,
        32 => rows::<32>,
        48 => rows::<48>,
        _ => rows::<64>,
    };
    run(conv, input, residual, output);
}

/// Processes the rows in blocks of `P` holes; the last block of a row overlaps the one before.
#[target_feature(enable = "avx2")]
fn rows<const IN: usize>(conv: &Conv, input: &Cells, residual: Option<&Cells>, output: &mut Cells) {
    let (edge, outputs) = (input.edge, output.channels);
    assert!(edge >= P && conv.inputs == IN && outputs == 16 * conv.groups.len());
    assert!(input.has_shape(edge, IN) && output.has_shape(edge, outputs));
    assert!(residual.is_none_or(|cells| cells.has_shape(edge, outputs)));
    for (number, group) in conv.groups.iter().enumerate() {
        assert!(group.quads.len() == 9 * IN / 4);
        for row in 0..edge {
            for column in (0..edge).step_by(P) {
                let column = column.min(edge - P);
                let at = output.at(row, column) + 16 * number;
                // SAFETY: the lengths are checked above; the block's cells and their neighbours are
                // cells of the board or its padding.
                unsafe {
                    let from = input.bytes.as_ptr().add(input.at(row, column));
                    let first = block::<IN, 0>(group, from, row, edge);
                    let second = block::<IN, 1>(group, from, row, edge);
                    for i in 0..P {
                        let at = at + i * outputs;
                        let old = residual.map(|cells| cells.bytes.as_ptr().add(at));
                        let result = finish(group, [first[i], second[i]], old);
                        _mm_storeu_si128(output.bytes.as_mut_ptr().add(at).cast(), result);
                    }
                }
            }
        }
    }
}

/// Returns one of the two registers of sums, number `HALF`, for each of `P` adjacent holes,
/// starting with the one at `from`.
///
/// # Safety
///
/// The cells and their neighbours must be valid for reads of `IN` channels each, and all weights
/// of the group must be valid.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn block<const IN: usize, const HALF: usize>(
    group: &Group,
    from: *const u8,
    row: usize,
    edge: usize,
) -> [__m256i; P] {
    let count = 3 * IN / 4;
    // SAFETY: guaranteed by the caller.
    unsafe {
        let mut sums = [_mm256_loadu_si256(group.start.as_ptr().cast::<__m256i>().add(HALF)); P];
        // Taps in the padding above the first and below the last row are skipped.
        for dy in usize::from(row == 0)..3 - usize::from(row + 1 == edge) {
            let cell = from.offset((dy as isize - 1) * ((edge + 1) * IN) as isize - IN as isize);
            let quads = group.quads.as_ptr().add(dy * count).cast::<__m256i>().add(HALF);
            for i in (0..count - 1).step_by(2) {
                let (one, two) = (quads.add(2 * i), quads.add(2 * i + 2));
                let (one, two) = (_mm256_load_si256(one), _mm256_load_si256(two));
                for (p, sum) in sums.iter_mut().enumerate() {
                    let fours = cell.add(p * IN + 4 * i).cast::<i32>();
                    let one = _mm256_maddubs_epi16(spread(fours), one);
                    let two = _mm256_maddubs_epi16(spread(fours.add(1)), two);
                    // Four products of at most 63 · 127 per lane cannot overflow.
                    *sum = _mm256_adds_epi16(*sum, _mm256_add_epi16(one, two));
                }
            }
            if count % 2 == 1 {
                let one = _mm256_load_si256(quads.add(2 * (count - 1)));
                for (p, sum) in sums.iter_mut().enumerate() {
                    let four = cell.add(p * IN + 4 * (count - 1)).cast::<i32>();
                    *sum = _mm256_adds_epi16(*sum, _mm256_maddubs_epi16(spread(four), one));
                }
            }
        }
        sums
    }
}

/// Broadcasts four activations to eight lanes.
///
/// # Safety
///
/// `four` must be valid for reads of four bytes.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn spread(four: *const i32) -> __m256i {
    // SAFETY: guaranteed by the caller.
    _mm256_set1_epi32(unsafe { four.read_unaligned() })
}

/// Returns the 16 activations of a hole.
///
/// # Safety
///
/// `old` must be valid for reads of 16 bytes.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn finish(group: &Group, sums: [__m256i; 2], old: Option<*const u8>) -> __m128i {
    // SAFETY: guaranteed by the caller, and a scale has 32 bytes.
    unsafe {
        let scale = _mm256_loadu_si256(group.scale.as_ptr().cast());
        let mut result = _mm256_mulhrs_epi16(_mm256_hadds_epi16(sums[0], sums[1]), scale);
        if let Some(old) = old {
            let old = _mm256_cvtepu8_epi16(_mm_loadu_si128(old.cast()));
            result = _mm256_adds_epi16(result, old);
        }
        let halves = _mm256_permute4x64_epi64::<0b1000>(_mm256_packus_epi16(result, result));
        _mm_min_epu8(_mm256_castsi256_si128(halves), _mm_set1_epi8(127))
    }
}
