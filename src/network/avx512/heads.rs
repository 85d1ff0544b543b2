use super::super::cells::Cells;
use super::super::heads::{Heads, MAX};
use super::super::Output;
use super::channel;
use std::arch::x86_64::*;

/// Computes the probabilities of win, draw and loss, like [`Heads::evaluate`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn value(heads: &Heads, cells: &Cells) -> [f32; 3] {
    let (mut sums, mut largest) = ([0; MAX], [0; MAX]);
    // The sums and maxima of 16 channels at a time stay in registers. The zeros of the padding do
    // not affect the results.
    for first in (0..cells.channels).step_by(16) {
        let (mut sum, mut most) = ([0; 16], [0; 16]);
        for hole in cells.bytes[first..].chunks(cells.channels) {
            for ((sum, most), &q) in sum.iter_mut().zip(&mut most).zip(&hole[..16]) {
                *sum += u32::from(q);
                *most = q.max(*most);
            }
        }
        for place in 0..16 {
            let channel = channel(first + place);
            (sums[channel], largest[channel]) = (sum[place], most[place]);
        }
    }
    heads.value(cells, sums, largest)
}

/// Computes the logits of all holes.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn policy(heads: &Heads, cells: &Cells, output: &mut Output) {
    let (edge, channels) = (cells.edge, cells.channels);
    assert!(edge >= 4 && channels % 16 == 0 && channels <= MAX);
    assert!(cells.has_shape(edge, channels));
    let mut weights = [0; MAX];
    (0..channels).for_each(|place| weights[place] = heads.policy[channel(place)]);
    let logits = output.logits.chunks_exact_mut(edge).take(edge);
    for (row, logits) in logits.enumerate() {
        for column in (0..edge).step_by(4) {
            let column = column.min(edge - 4);
            let at = cells.at(row, column);
            // SAFETY: the lengths are checked above; the four cells from here are cells of the
            // board, and a row has at least four logits.
            unsafe {
                let mut sums = _mm512_setzero_si512();
                for first in (0..channels).step_by(16) {
                    let weights = _mm_loadu_si128(weights.as_ptr().add(first).cast());
                    let holes = load(cells.bytes.as_ptr().add(at + first), channels);
                    sums = _mm512_dpbusd_epi32(sums, holes, _mm512_broadcast_i32x4(weights));
                }
                // Adds the four sums of each hole.
                sums = _mm512_add_epi32(sums, _mm512_shuffle_epi32::<0b01_00_11_10>(sums));
                sums = _mm512_add_epi32(sums, _mm512_shuffle_epi32::<0b10_11_00_01>(sums));
                let order = _mm512_setr_epi32(0, 4, 8, 12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
                let four = _mm512_castsi512_si128(_mm512_permutexvar_epi32(order, sums));
                let four = _mm_mul_ps(_mm_cvtepi32_ps(four), _mm_set1_ps(heads.scale));
                _mm_storeu_ps(logits.as_mut_ptr().add(column), four);
            }
        }
    }
}

/// Loads 16 bytes from each of four addresses, `apart` bytes apart.
///
/// # Safety
///
/// The addresses must be valid for reads.
#[target_feature(enable = "avx512f")]
#[inline]
pub(super) unsafe fn load(from: *const u8, apart: usize) -> __m512i {
    // SAFETY: guaranteed by the caller.
    unsafe {
        if apart == 16 {
            return _mm512_loadu_si512(from.cast());
        }
        let hole = |i: usize| _mm_loadu_si128(from.add(i * apart).cast());
        let two = _mm512_inserti32x4::<1>(_mm512_castsi128_si512(hole(0)), hole(1));
        _mm512_inserti32x4::<3>(_mm512_inserti32x4::<2>(two, hole(2)), hole(3))
    }
}
