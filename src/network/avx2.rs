//! The convolution in AVX2 registers: six holes by sixteen outputs at a time.
//!
//! Nothing here checks for the instructions; whoever calls it does, once.

use super::cells::Cells;
use super::conv::{Conv, Group};
use std::arch::x86_64::*;

/// Holes a block: twelve sums, two weights, an input and a product fill the sixteen registers.
const P: usize = 6;

/// As [`Conv::portable`].
#[target_feature(enable = "avx2")]
pub(super) fn conv(conv: &Conv, input: &Cells, residual: Option<&Cells>, output: &mut Cells) {
    let run = match conv.inputs {
        // A row of five has no room for a block.
        _ if input.edge < P => return conv.portable(input, residual, output),
        28 => rows::<28>,
        16 => rows::<16>,
        32 => rows::<32>,
        48 => rows::<48>,
        _ => rows::<64>,
    };
    run(conv, input, residual, output);
}

/// Goes over the board in blocks of `P` holes of a row; the row's last block is moved back so that
/// it ends with the row.
#[target_feature(enable = "avx2")]
fn rows<const IN: usize>(conv: &Conv, input: &Cells, residual: Option<&Cells>, output: &mut Cells) {
    let (edge, outputs) = (input.edge, output.channels);
    let fits = |cells: &Cells, channels: usize| {
        let bytes = ((edge + 1) * (edge + 2) + 1) * channels;
        (cells.edge, cells.channels, cells.bytes.len()) == (edge, channels, bytes)
    };
    assert!(edge >= P && conv.inputs == IN && outputs == 16 * conv.groups.len());
    assert!(fits(input, IN) && fits(output, outputs));
    assert!(residual.is_none_or(|cells| fits(cells, outputs)));
    for (number, group) in conv.groups.iter().enumerate() {
        assert!(group.quads.len() == 9 * IN / 4);
        for row in 0..edge {
            for column in (0..edge).step_by(P) {
                let column = column.min(edge - P);
                let at = output.at(row, column) + 16 * number;
                // SAFETY: the lengths were looked at above; the block's cells and those around
                // them are cells of the board or its frame.
                unsafe {
                    let from = input.bytes.as_ptr().add(input.at(row, column));
                    let sums = block::<IN>(group, from, row, edge);
                    for (i, sums) in sums.into_iter().enumerate() {
                        let at = at + i * outputs;
                        let old = residual.map(|cells| cells.bytes.as_ptr().add(at));
                        let result = finish(group, sums, old);
                        _mm_storeu_si128(output.bytes.as_mut_ptr().add(at).cast(), result);
                    }
                }
            }
        }
    }
}

/// The sums of `P` neighbouring holes, the first of which stands at `from`.
///
/// # Safety
///
/// Its cells and all around them must be there, `IN` channels each, and all weights of the group.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn block<const IN: usize>(
    group: &Group,
    from: *const u8,
    row: usize,
    edge: usize,
) -> [[__m256i; 2]; P] {
    // SAFETY: the caller's promise.
    unsafe {
        let start = group.start.as_ptr().cast::<__m256i>();
        let mut sums = [[_mm256_loadu_si256(start), _mm256_loadu_si256(start.add(1))]; P];
        // Taps above the first and below the last row would add zeros.
        for dy in usize::from(row == 0)..3 - usize::from(row + 1 == edge) {
            let cell = from.offset((dy as isize - 1) * ((edge + 1) * IN) as isize - IN as isize);
            let quads = group.quads.as_ptr().add(dy * 3 * IN / 4);
            for i in 0..3 * IN / 4 {
                let weights = quads.add(i).cast::<__m256i>();
                let weights = [_mm256_load_si256(weights), _mm256_load_si256(weights.add(1))];
                for (p, sums) in sums.iter_mut().enumerate() {
                    let four = cell.add(p * IN + 4 * i).cast::<i32>().read_unaligned();
                    let four = _mm256_set1_epi32(four);
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        *sum = _mm256_adds_epi16(*sum, _mm256_maddubs_epi16(four, weights));
                    }
                }
            }
        }
        sums
    }
}

/// A hole's sixteen activations.
///
/// # Safety
///
/// `old` must have sixteen bytes.
#[target_feature(enable = "avx2")]
#[inline]
unsafe fn finish(group: &Group, sums: [__m256i; 2], old: Option<*const u8>) -> __m128i {
    // SAFETY: the caller's promise, and a scale has 32 bytes.
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
