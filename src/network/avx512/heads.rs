use super::super::cells::Cells;
use super::super::Output;
use std::arch::x86_64::*;

/// Every hole's logit: the weights, by place, times its activations, times `scale`.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn policy(weights: &[i8], scale: f32, cells: &Cells, output: &mut Output) {
    let (edge, channels) = (cells.edge, cells.channels);
    assert!(edge >= 4 && weights.len() == channels && channels % 16 == 0);
    assert!(cells.bytes.len() == ((edge + 1) * (edge + 2) + 1) * channels);
    let logits = output.logits.chunks_exact_mut(edge).take(edge);
    for (row, logits) in logits.enumerate() {
        for column in (0..edge).step_by(4) {
            let column = column.min(edge - 4);
            let at = cells.at(row, column);
            // SAFETY: four cells of the board from here on have as many channels as there are
            // weights, a multiple of sixteen; there are as many logits.
            unsafe {
                let mut sums = _mm512_setzero_si512();
                for first in (0..channels).step_by(16) {
                    let weights = _mm_loadu_si128(weights.as_ptr().add(first).cast());
                    let holes = load(cells.bytes.as_ptr().add(at + first), channels);
                    sums = _mm512_dpbusd_epi32(sums, holes, _mm512_broadcast_i32x4(weights));
                }
                // Each hole has four sums side by side.
                sums = _mm512_add_epi32(sums, _mm512_shuffle_epi32::<0b01_00_11_10>(sums));
                sums = _mm512_add_epi32(sums, _mm512_shuffle_epi32::<0b10_11_00_01>(sums));
                let order = _mm512_setr_epi32(0, 4, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
                let four = _mm512_castsi512_si128(_mm512_permutexvar_epi32(order, sums));
                let four = _mm_mul_ps(_mm_cvtepi32_ps(four), _mm_set1_ps(scale));
                _mm_storeu_ps(logits.as_mut_ptr().add(column), four);
            }
        }
    }
}

/// Sixteen bytes at four places, `apart` apart.
///
/// # Safety
///
/// They must be there.
#[target_feature(enable = "avx512f")]
#[inline]
pub(super) unsafe fn load(from: *const u8, apart: usize) -> __m512i {
    // SAFETY: the caller's promise.
    unsafe {
        if apart == 16 {
            return _mm512_loadu_si512(from.cast());
        }
        let hole = |i: usize| _mm_loadu_si128(from.add(i * apart).cast());
        let two = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(hole(0)), hole(1));
        _mm512_inserti32x4::<3>(_mm512_inserti32x4::<2>(two, hole(2)), hole(3))
    }
}
