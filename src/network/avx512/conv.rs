use super::super::cells::Cells;
use super::block::{widened, Block, Far};
use super::heads::load;
use super::layout::{Layer, WideGroup};
use super::Predictor;
use std::arch::x86_64::*;

/// The type of the functions below. Without this annotation, a `match` that selects one of them has
/// an unsafe function pointer type in Rust 1.90.
type Run = fn(&Layer, &Cells, Option<&Cells>, &mut Cells, &mut [Predictor]);

/// Like [`super::super::portable`], for the input planes.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn of_planes(layer: &Layer, input: &Cells, output: &mut Cells) {
    by_edge::<28>(layer, input, None, output, &mut []);
}

/// Like [`super::super::portable`], for cells in the order of [`super::CHANNELS`].
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn of_cells(
    layer: &Layer,
    input: &Cells,
    residual: Option<&Cells>,
    output: &mut Cells,
    predictors: &mut [Predictor],
) {
    let run: Run = match layer.inputs {
        16 => by_edge::<16>,
        32 => by_edge::<32>,
        48 => by_edge::<48>,
        _ => by_edge::<64>,
    };
    run(layer, input, residual, output, predictors);
}

/// Selects the block size: a row of at most 12 holes is one block, a longer one is two.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn by_edge<const IN: usize>(
    layer: &Layer,
    input: &Cells,
    residual: Option<&Cells>,
    output: &mut Cells,
    predictors: &mut [Predictor],
) {
    let run: Run = match input.edge.div_ceil(input.edge.div_ceil(12)) {
        5 => rows::<IN, 5>,
        6 => rows::<IN, 6>,
        7 => rows::<IN, 7>,
        8 => rows::<IN, 8>,
        9 => rows::<IN, 9>,
        10 => rows::<IN, 10>,
        11 => rows::<IN, 11>,
        _ => rows::<IN, 12>,
    };
    run(layer, input, residual, output, predictors);
}

/// Processes the rows in blocks of `P` holes; the last block of a row overlaps the one before.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn rows<const IN: usize, const P: usize>(
    layer: &Layer,
    input: &Cells,
    residual: Option<&Cells>,
    output: &mut Cells,
    predictors: &mut [Predictor],
) {
    let (edge, outputs) = (input.edge, output.channels);
    assert!(P >= 4 && edge >= P && layer.inputs == IN && outputs == 16 * layer.groups.len());
    assert!(input.has_shape(edge, IN) && output.has_shape(edge, outputs));
    assert!(residual.is_none_or(|cells| cells.has_shape(edge, outputs)));
    // The fast form requires the order of [`super::CHANNELS`], which the planes do not have.
    let fast = IN != 28;
    assert!(!fast || edge <= 24 && predictors.len() == layer.groups.len());
    // The maximum activations by row and channel, computed on demand.
    let mut most: Option<[[u8; IN]; 24]> = None;
    for (number, group) in layer.groups.iter().enumerate() {
        assert!(group.quads.len() == 9 * IN / 4 && group.reach.len() == 3 * (IN / 4));
        for row in 0..edge {
            // Taps in the padding above the first and below the last row are skipped.
            let taps = usize::from(row == 0)..3 - usize::from(row + 1 == edge);
            let mut far = None;
            if fast && predictors[number].predict() {
                let most = most.get_or_insert_with(|| largest(input));
                far = Far::of(group, taps.clone().map(|dy| (dy, &most[row + dy - 1])));
            }
            for column in (0..edge).step_by(P) {
                let column = column.min(edge - P);
                let at = output.at(row, column) + 16 * number;
                // SAFETY: the lengths are checked above; the block's cells and their neighbours are
                // cells of the board or its padding.
                unsafe {
                    let from = input.bytes.as_ptr().add(input.at(row, column) - IN * (edge + 2));
                    let old = residual.map(|cells| cells.bytes.as_ptr().add(at));
                    let to = output.bytes.as_mut_ptr().add(at);
                    let block = Block { group, from, taps: taps.clone(), edge };
                    if !fast {
                        let sums = block.of_planes::<IN, P>();
                        write(sums, |a, b| side_by_side(a, b), group, old, to, outputs);
                        continue;
                    }
                    if let Some(far) = far {
                        let sums = block.in_32_bits::<IN, P>(far);
                        predictors[number].update(sums.is_some());
                        if let Some(sums) = sums {
                            write(sums, |a, b| _mm512_packs_epi32(a, b), group, old, to, outputs);
                            continue;
                        }
                    }
                    write(block.exact::<IN, P>(), |a, b| in_halves(a, b), group, old, to, outputs);
                }
            }
        }
    }
}

/// Returns the maximum activations by row and channel.
#[target_feature(enable = "avx512f,avx512bw")]
fn largest<const IN: usize>(input: &Cells) -> [[u8; IN]; 24] {
    let mut all = [[0; IN]; 24];
    for (row, all) in all.iter_mut().enumerate().take(input.edge) {
        let at = input.at(row, 0);
        let cells = &input.bytes[at..at + input.edge * IN];
        for (number, most) in all.as_chunks_mut::<16>().0.iter_mut().enumerate() {
            let mut part = [0; 16];
            for cell in cells.chunks_exact(IN) {
                let cell: &[u8; 16] = &cell.as_chunks().0[number];
                part = std::array::from_fn(|i| cell[i].max(part[i]));
            }
            *most = part;
        }
    }
    all
}

/// Adds the first and second sums of two holes in the layout of [`Block::exact`]. In the result,
/// groups of four outputs alternate between the holes.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn in_halves(a: __m512i, b: __m512i) -> __m512i {
    _mm512_adds_epi16(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b))
}

/// Like [`in_halves`], for the layout of [`Block::of_planes`].
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn side_by_side(a: __m512i, b: __m512i) -> __m512i {
    let swap = lanes([2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13]);
    let first = _mm512_mask_shuffle_epi8(a, 0xcccc_cccc_cccc_cccc, b, swap);
    let second = _mm512_mask_shuffle_epi8(b, 0x3333_3333_3333_3333, a, swap);
    let holes = lanes([0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15]);
    _mm512_shuffle_epi8(_mm512_adds_epi16(first, second), holes)
}

/// Broadcasts 16 bytes to four lanes.
#[target_feature(enable = "avx512f")]
#[inline]
fn lanes(bytes: [u8; 16]) -> __m512i {
    // SAFETY: the array has the size of a quarter of a register.
    _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

/// Scales the sums of `P` holes, adds the residual `old`, if any, and stores the activations.
/// `join` combines the sums of two holes in one register, like [`in_halves`].
///
/// # Safety
///
/// `P` must be at least 4. `to` and `old` must be valid for 16 bytes per hole, `outputs` apart.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
unsafe fn write<const P: usize>(
    sums: [__m512i; P],
    join: impl Fn(__m512i, __m512i) -> __m512i,
    group: &WideGroup,
    old: Option<*const u8>,
    to: *mut u8,
    outputs: usize,
) {
    let scale = widened(&group.scale);
    let scale = _mm512_packs_epi32(scale, scale);
    // Transposes the 4 × 4 matrix of outputs and holes, in units of four bytes.
    let turn = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    for first in (0..P).step_by(4) {
        // The last four holes may overlap those before.
        let first = first.min(P - 4);
        let mut ab = _mm512_mulhrs_epi16(join(sums[first], sums[first + 1]), scale);
        let mut cd = _mm512_mulhrs_epi16(join(sums[first + 2], sums[first + 3]), scale);
        if let Some(old) = old {
            // SAFETY: guaranteed by the caller.
            let old = unsafe { load(old.add(first * outputs), outputs) };
            let old = _mm512_permutexvar_epi32(turn, old);
            let zero = _mm512_setzero_si512();
            ab = _mm512_adds_epi16(ab, _mm512_unpacklo_epi8(old, zero));
            cd = _mm512_adds_epi16(cd, _mm512_unpackhi_epi8(old, zero));
        }
        let bytes = _mm512_packus_epi16(ab, cd);
        let bytes = _mm512_min_epu8(bytes, _mm512_set1_epi8(127));
        // SAFETY: guaranteed by the caller.
        unsafe {
            store(_mm512_permutexvar_epi32(turn, bytes), to.add(first * outputs), outputs);
        }
    }
}

/// Stores 16 bytes to each of four addresses, `apart` bytes apart.
///
/// # Safety
///
/// The addresses must be valid for writes.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn store(holes: __m512i, to: *mut u8, apart: usize) {
    // SAFETY: guaranteed by the caller.
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
