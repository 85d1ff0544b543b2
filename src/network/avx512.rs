//! The convolution in AVX-512 registers: up to twelve holes by sixteen outputs at a time.
//!
//! A register holds all 64 weights of a quad, so what the AVX2 kernel does in two halves is done at
//! once, and there are registers enough for the sums of a whole row of twelve. Nothing here checks
//! for the instructions; whoever calls it does, once.

use super::cells::Cells;
use super::conv::{Conv, Group};
use std::arch::x86_64::*;

/// As [`Conv::portable`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn conv(conv: &Conv, input: &Cells, residual: Option<&Cells>, output: &mut Cells) {
    let run = match conv.inputs {
        28 => by_edge::<28>,
        16 => by_edge::<16>,
        32 => by_edge::<32>,
        48 => by_edge::<48>,
        _ => by_edge::<64>,
    };
    run(conv, input, residual, output);
}

/// Takes a row in one block if it has at most twelve holes, else in two that are as short as can be.
#[target_feature(enable = "avx512f,avx512bw")]
fn by_edge<const IN: usize>(
    conv: &Conv,
    input: &Cells,
    residual: Option<&Cells>,
    output: &mut Cells,
) {
    let run = match input.edge.div_ceil(input.edge.div_ceil(12)) {
        5 => rows::<IN, 5>,
        6 => rows::<IN, 6>,
        7 => rows::<IN, 7>,
        8 => rows::<IN, 8>,
        9 => rows::<IN, 9>,
        10 => rows::<IN, 10>,
        11 => rows::<IN, 11>,
        _ => rows::<IN, 12>,
    };
    run(conv, input, residual, output);
}

/// Goes over the board in blocks of `P` holes of a row; the row's last block is moved back so that
/// it ends with the row.
#[target_feature(enable = "avx512f,avx512bw")]
fn rows<const IN: usize, const P: usize>(
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
    assert!(P >= 4 && edge >= P && conv.inputs == IN && outputs == 16 * conv.groups.len());
    assert!(fits(input, IN) && fits(output, outputs));
    assert!(residual.is_none_or(|cells| fits(cells, outputs)));
    for (number, group) in conv.groups.iter().enumerate() {
        assert!(group.quads.len() == 9 * IN / 4);
        let scale = scale_of(group);
        for row in 0..edge {
            for column in (0..edge).step_by(P) {
                let column = column.min(edge - P);
                let at = output.at(row, column) + 16 * number;
                // SAFETY: the lengths were looked at above; the block's cells and those around
                // them are cells of the board or its frame, and four holes that begin at most
                // `P - 4` holes into the block are holes of the board.
                unsafe {
                    let from = input.bytes.as_ptr().add(input.at(row, column));
                    let sums = block::<IN, P>(group, from, row, edge);
                    for first in (0..P).step_by(4) {
                        let first = first.min(P - 4);
                        let at = at + first * outputs;
                        let four = [sums[first], sums[first + 1], sums[first + 2], sums[first + 3]];
                        let old = residual.map(|cells| cells.bytes.as_ptr().add(at));
                        let result = finish(four, scale, old, outputs);
                        store(result, output.bytes.as_mut_ptr().add(at), outputs);
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
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
unsafe fn block<const IN: usize, const P: usize>(
    group: &Group,
    from: *const u8,
    row: usize,
    edge: usize,
) -> [__m512i; P] {
    let count = 3 * IN / 4;
    // SAFETY: the caller's promise.
    unsafe {
        let mut sums = [_mm512_loadu_si512(group.start.as_ptr().cast()); P];
        // Taps above the first and below the last row would add zeros.
        for dy in usize::from(row == 0)..3 - usize::from(row + 1 == edge) {
            let cell = from.offset((dy as isize - 1) * ((edge + 1) * IN) as isize - IN as isize);
            let quads = group.quads.as_ptr().add(dy * count).cast::<__m512i>();
            for i in (0..count - 1).step_by(2) {
                let one = _mm512_load_si512(quads.add(i));
                let two = _mm512_load_si512(quads.add(i + 1));
                for (p, sum) in sums.iter_mut().enumerate() {
                    let fours = cell.add(p * IN + 4 * i).cast::<i32>();
                    let one = _mm512_maddubs_epi16(spread(fours), one);
                    let two = _mm512_maddubs_epi16(spread(fours.add(1)), two);
                    // Four products of at most 63 · 127 a lane: their sum can't overflow.
                    *sum = _mm512_adds_epi16(*sum, _mm512_add_epi16(one, two));
                }
            }
            if count % 2 == 1 {
                let one = _mm512_load_si512(quads.add(count - 1));
                for (p, sum) in sums.iter_mut().enumerate() {
                    let four = cell.add(p * IN + 4 * (count - 1)).cast::<i32>();
                    *sum = _mm512_adds_epi16(*sum, _mm512_maddubs_epi16(spread(four), one));
                }
            }
        }
        sums
    }
}

/// Four activations, sixteen times.
///
/// # Safety
///
/// They must be there.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn spread(four: *const i32) -> __m512i {
    // SAFETY: the caller's promise.
    _mm512_set1_epi32(unsafe { four.read_unaligned() })
}

/// Sixteen bytes, four times.
#[target_feature(enable = "avx512f")]
#[inline]
fn lanes(bytes: [u8; 16]) -> __m512i {
    _mm512_broadcast_i32x4(_mm_set_epi64x(
        i64::from_le_bytes([8, 9, 10, 11, 12, 13, 14, 15].map(|i| bytes[i])),
        i64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7].map(|i| bytes[i])),
    ))
}

/// The 32-bit parts of four holes' results in the order of the sums (by quarter of the outputs as
/// [`super::conv::slot`] has them, then by hole), each by its place in memory (by hole, then by
/// quarter), and the other way about.
const FROM_MEMORY: [i32; 16] = [0, 4, 8, 12, 2, 6, 10, 14, 1, 5, 9, 13, 3, 7, 11, 15];
const TO_MEMORY: [i32; 16] = [0, 8, 4, 12, 1, 9, 5, 13, 2, 10, 6, 14, 3, 11, 7, 15];

/// Parts of a register in another order.
#[target_feature(enable = "avx512f")]
#[inline]
fn permuted(order: &[i32; 16], parts: __m512i) -> __m512i {
    // SAFETY: the order has as many bytes as a register.
    let order = unsafe { _mm512_loadu_si512(order.as_ptr().cast()) };
    _mm512_permutexvar_epi32(order, parts)
}

/// The outputs' scales for two holes' sums side by side, in the order of the sums.
#[target_feature(enable = "avx512f")]
#[inline]
fn scale_of(group: &Group) -> __m512i {
    let mut scales = [0_i32; 16];
    for (output, &scale) in group.scale.iter().enumerate() {
        scales[super::conv::slot(output)] = i32::from(scale) << 16 | i32::from(scale);
    }
    // SAFETY: the scales have as many bytes as a register.
    unsafe { _mm512_loadu_si512(scales.as_ptr().cast()) }
}

/// Sixteen activations each of four neighbouring holes, hole by hole.
///
/// # Safety
///
/// `old` must have sixteen bytes at four places, `outputs` apart.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
unsafe fn finish(
    [a, b, c, d]: [__m512i; 4],
    scale: __m512i,
    old: Option<*const u8>,
    outputs: usize,
) -> __m512i {
    let mut results = [scaled(a, b, scale), scaled(c, d, scale)];
    if let Some(old) = old {
        // SAFETY: the caller's promise.
        let old = permuted(&FROM_MEMORY, unsafe { load(old, outputs) });
        const Z: u8 = 0x80;
        let orders = [
            [0, Z, 4, Z, 1, Z, 5, Z, 2, Z, 6, Z, 3, Z, 7, Z],
            [8, Z, 12, Z, 9, Z, 13, Z, 10, Z, 14, Z, 11, Z, 15, Z],
        ];
        for (result, order) in results.iter_mut().zip(orders) {
            *result = _mm512_adds_epi16(*result, _mm512_shuffle_epi8(old, lanes(order)));
        }
    }
    let bytes = _mm512_packus_epi16(results[0], results[1]);
    let bytes = _mm512_min_epu8(bytes, _mm512_set1_epi8(127));
    let holes = lanes([0, 2, 4, 6, 1, 3, 5, 7, 8, 10, 12, 14, 9, 11, 13, 15]);
    permuted(&TO_MEMORY, _mm512_shuffle_epi8(bytes, holes))
}

/// Adds the two sums of every output, for two holes, and multiplies; each 32-bit part has the first
/// hole's result below the second's.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn scaled(a: __m512i, b: __m512i, scale: __m512i) -> __m512i {
    let swap = lanes([2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13]);
    let first = _mm512_mask_shuffle_epi8(a, 0xcccc_cccc_cccc_cccc, b, swap);
    let second = _mm512_mask_shuffle_epi8(b, 0x3333_3333_3333_3333, a, swap);
    _mm512_mulhrs_epi16(_mm512_adds_epi16(first, second), scale)
}

/// # Safety
///
/// `from` must have sixteen bytes at four places, `apart` apart.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn load(from: *const u8, apart: usize) -> __m512i {
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

/// # Safety
///
/// `to` must have sixteen bytes at four places, `apart` apart.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn store(holes: __m512i, to: *mut u8, apart: usize) {
    // SAFETY: the caller's promise.
    unsafe {
        if apart == 16 {
            return _mm512_storeu_si512(to.cast(), holes);
        }
        _mm_storeu_si128(to.cast(), _mm512_castsi512_si128(holes));
        _mm_storeu_si128(to.add(apart).cast(), _mm512_extracti32x4_epi32::<1>(holes));
        _mm_storeu_si128(to.add(2 * apart).cast(), _mm512_extracti32x4_epi32::<2>(holes));
        _mm_storeu_si128(to.add(3 * apart).cast(), _mm512_extracti32x4_epi32::<3>(holes));
    }
}
