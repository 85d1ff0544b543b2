use super::super::cells::Cells;
use super::block::{widened, Block, Far};
use super::heads::load;
use super::layout::{Layer, WideGroup};
use super::Trust;
use std::arch::x86_64::*;

/// One of the convolutions below. In Rust 1.90 a match of them has an unsafe function type without this.
type Run = fn(&Layer, &Cells, Option<&Cells>, &mut Cells, &mut [Trust]);

/// As [`super::super::conv::Conv::portable`], of planes.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn of_planes(layer: &Layer, input: &Cells, output: &mut Cells) {
    by_edge::<28>(layer, input, None, output, &mut []);
}

/// As [`super::super::conv::Conv::portable`], of cells with their channels in this kernel's order.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
pub(super) fn of_cells(
    layer: &Layer,
    input: &Cells,
    residual: Option<&Cells>,
    output: &mut Cells,
    trust: &mut [Trust],
) {
    let run: Run = match layer.inputs {
        16 => by_edge::<16>,
        32 => by_edge::<32>,
        48 => by_edge::<48>,
        _ => by_edge::<64>,
    };
    run(layer, input, residual, output, trust);
}

/// Takes a row in one block if it has at most twelve holes, else in two that are as short as can be.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn by_edge<const IN: usize>(
    layer: &Layer,
    input: &Cells,
    residual: Option<&Cells>,
    output: &mut Cells,
    trust: &mut [Trust],
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
    run(layer, input, residual, output, trust);
}

/// Goes over the board in blocks of `P` holes of a row; the row's last block is moved back so that
/// it ends with the row.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
fn rows<const IN: usize, const P: usize>(
    layer: &Layer,
    input: &Cells,
    residual: Option<&Cells>,
    output: &mut Cells,
    trust: &mut [Trust],
) {
    let (edge, outputs) = (input.edge, output.channels);
    let fits = |cells: &Cells, channels: usize| {
        let bytes = ((edge + 1) * (edge + 2) + 1) * channels;
        (cells.edge, cells.channels, cells.bytes.len()) == (edge, channels, bytes)
    };
    assert!(P >= 4 && edge >= P && layer.inputs == IN && outputs == 16 * layer.groups.len());
    assert!(fits(input, IN) && fits(output, outputs));
    assert!(residual.is_none_or(|cells| fits(cells, outputs)));
    // The planes' channels are not in the order that sums of 32 bits want.
    let fast = IN != 28;
    assert!(!fast || edge <= 24 && trust.len() == layer.groups.len());
    // By row; found out only if it is asked for.
    let mut most: Option<[[u8; IN]; 24]> = None;
    for (number, group) in layer.groups.iter().enumerate() {
        assert!(group.quads.len() == 9 * IN / 4 && group.reach.len() == 3 * (IN / 4));
        for row in 0..edge {
            // Taps above the first and below the last row would add zeros.
            let taps = usize::from(row == 0)..3 - usize::from(row + 1 == edge);
            let mut far = None;
            if fast && trust[number].tries() {
                let most = most.get_or_insert_with(|| largest(input));
                far = Far::of(group, taps.clone().map(|dy| (dy, &most[row + dy - 1])));
            }
            for column in (0..edge).step_by(P) {
                let column = column.min(edge - P);
                let at = output.at(row, column) + 16 * number;
                // SAFETY: the lengths were looked at above; the block's cells and those around
                // them are cells of the board or its frame.
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
                        trust[number].learn(sums.is_some());
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

/// By row and place: the largest activation.
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

/// Of two holes' sums as [`Block::exact`] leaves them: first and second added up, four outputs of
/// one hole, then of the other, and so on.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn in_halves(a: __m512i, b: __m512i) -> __m512i {
    _mm512_adds_epi16(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b))
}

/// As [`in_halves`], of sums as [`Block::of_planes`] leaves them.
#[target_feature(enable = "avx512f,avx512bw")]
#[inline]
fn side_by_side(a: __m512i, b: __m512i) -> __m512i {
    let swap = lanes([2, 3, 0, 1, 6, 7, 4, 5, 10, 11, 8, 9, 14, 15, 12, 13]);
    let first = _mm512_mask_shuffle_epi8(a, 0xcccc_cccc_cccc_cccc, b, swap);
    let second = _mm512_mask_shuffle_epi8(b, 0x3333_3333_3333_3333, a, swap);
    let holes = lanes([0, 1, 4, 5, 8, 9, 12, 13, 2, 3, 6, 7, 10, 11, 14, 15]);
    _mm512_shuffle_epi8(_mm512_adds_epi16(first, second), holes)
}

/// Sixteen bytes, four times.
#[target_feature(enable = "avx512f")]
#[inline]
fn lanes(bytes: [u8; 16]) -> __m512i {
    // SAFETY: as many bytes as a quarter of a register.
    _mm512_broadcast_i32x4(unsafe { _mm_loadu_si128(bytes.as_ptr().cast()) })
}

/// Multiplies the sums of `P` holes, adds what was there before, if anything, and writes the
/// activations down. `join` makes one register of the sums of two holes, as [`in_halves`] does.
///
/// # Safety
///
/// `P` must be four or more; at `to`, and at `old` if there is one, must be sixteen bytes a hole,
/// `outputs` apart.
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
    // By output, then by hole, in fours; and by hole, then by output.
    let turn = _mm512_setr_epi32(0, 4, 8, 12, 1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15);
    for first in (0..P).step_by(4) {
        // The last four holes may be partly the same as those before.
        let first = first.min(P - 4);
        let mut ab = _mm512_mulhrs_epi16(join(sums[first], sums[first + 1]), scale);
        let mut cd = _mm512_mulhrs_epi16(join(sums[first + 2], sums[first + 3]), scale);
        if let Some(old) = old {
            // SAFETY: the caller's promise.
            let old = unsafe { load(old.add(first * outputs), outputs) };
            let old = _mm512_permutexvar_epi32(turn, old);
            let zero = _mm512_setzero_si512();
            ab = _mm512_adds_epi16(ab, _mm512_unpacklo_epi8(old, zero));
            cd = _mm512_adds_epi16(cd, _mm512_unpackhi_epi8(old, zero));
        }
        let bytes = _mm512_packus_epi16(ab, cd);
        let bytes = _mm512_min_epu8(bytes, _mm512_set1_epi8(127));
        // SAFETY: the caller's promise.
        unsafe {
            store(_mm512_permutexvar_epi32(turn, bytes), to.add(first * outputs), outputs);
        }
    }
}

/// Writes sixteen bytes each to four places, `apart` apart.
///
/// # Safety
///
/// They must be there.
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
