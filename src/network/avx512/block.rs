use super::layout::WideGroup;
use std::arch::x86_64::*;
use std::ops::Range;

/// For each output, bounds on the changes of its two sums during a row of taps.
#[derive(Clone, Copy)]
pub(super) struct Far {
    /// The maximum of the first sum's increase and the second sum's decrease.
    apart: __m512i,
    /// The maximum of the first sum's decrease and the second sum's increase.
    together: __m512i,
}

impl Far {
    /// Computes the bounds from the rows of taps and the maximum activations of their rows of
    /// cells. Returns `None` if a bound exceeds 16 bits.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    #[inline]
    pub(super) fn of<'a, const IN: usize>(
        group: &WideGroup,
        rows: impl Iterator<Item = (usize, &'a [u8; IN])>,
    ) -> Option<Far> {
        let zero = _mm512_setzero_si512();
        let mut far = [[zero; 2]; 2];
        for (dy, most) in rows {
            let mut row = [[zero; 2]; 2];
            let reach = &group.reach[dy * (IN / 4)..][..IN / 4];
            for (four, (reach, most)) in reach.iter().zip(most.as_chunks().0).enumerate() {
                let most = _mm512_set1_epi32(i32::from_le_bytes(*most));
                for (sum, reach) in row[four % 2].iter_mut().zip(reach) {
                    // SAFETY: the array has the size and alignment of a register.
                    let reach = unsafe { _mm512_load_si512(reach.0.as_ptr().cast()) };
                    *sum = _mm512_dpbusd_epi32(*sum, reach, most);
                }
            }
            for (far, row) in far.iter_mut().zip(row) {
                far[0] = _mm512_max_epi32(far[0], row[0]);
                far[1] = _mm512_max_epi32(far[1], row[1]);
            }
        }
        let [[first_up, first_down], [second_up, second_down]] = far;
        let apart = _mm512_max_epi32(first_up, second_down);
        let together = _mm512_max_epi32(first_down, second_up);
        let most = _mm512_max_epi32(apart, together);
        let fits = _mm512_cmpgt_epi32_mask(most, _mm512_set1_epi32(0x7fff)) == 0;
        fits.then_some(Far { apart, together })
    }
}

/// Adjacent holes of a row, with 16 outputs.
pub(super) struct Block<'a> {
    pub(super) group: &'a WideGroup,
    /// The cell above and left of the first hole.
    pub(super) from: *const u8,
    /// The rows of taps to add.
    pub(super) taps: Range<usize>,
    pub(super) edge: usize,
}

impl Block<'_> {
    /// Returns the total of each output's two sums, for `P` holes, or `None` if a 16-bit sum could
    /// have saturated.
    ///
    /// Checks the sums before each row of taps; within a row, `far` bounds their change.
    ///
    /// # Safety
    ///
    /// The cells and their neighbours must be valid for reads of `IN` channels each, and all
    /// weights of the group must be valid.
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    #[inline]
    pub(super) unsafe fn in_32_bits<const IN: usize, const P: usize>(
        &self,
        far: Far,
    ) -> Option<[__m512i; P]> {
        // After this shift, a first sum with enough margin to both limits is an unsigned number of
        // at most `end`, and a second sum with that margin is the complement of such a number. The
        // two shifts add up to 0.
        let shift = _mm512_sub_epi32(_mm512_set1_epi32(0x8000), far.together);
        let spared = _mm512_add_epi32(far.together, far.apart);
        let end = _mm512_sub_epi32(_mm512_set1_epi32(0xffff), spared);
        let mut first = [_mm512_add_epi32(self.bias(), shift); P];
        let mut second = [_mm512_sub_epi32(_mm512_setzero_si512(), shift); P];
        let (mut most, mut least) = (first[0], second[0]);
        for dy in self.taps.clone() {
            if dy != self.taps.start {
                for (first, second) in first.iter().zip(&second) {
                    most = _mm512_max_epu32(most, *first);
                    least = _mm512_min_epu32(least, *second);
                }
            }
            // SAFETY: guaranteed by the caller.
            unsafe {
                let cell = self.from.add(dy * (self.edge + 1) * IN);
                let quads = self.group.quads.as_ptr().add(dy * 3 * (IN / 4)).cast::<__m512i>();
                for four in (0..IN / 4).step_by(2) {
                    add_row::<IN, P>(&mut first, cell.add(4 * four), quads.add(four));
                    add_row::<IN, P>(&mut second, cell.add(4 * four + 4), quads.add(four + 1));
                }
            }
        }
        let other = _mm512_sub_epi32(_mm512_set1_epi32(-1), end);
        let out = _mm512_cmpgt_epu32_mask(most, end) | _mm512_cmplt_epu32_mask(least, other);
        if out != 0 {
            return None;
        }
        for (first, second) in first.iter_mut().zip(second) {
            *first = _mm512_add_epi32(*first, second);
        }
        Some(first)
    }

    /// Returns the sums of `P` holes in 16 bits, per four outputs: four first sums, then four
    /// second ones.
    ///
    /// # Safety
    ///
    /// Same as for [`Block::in_32_bits`].
    #[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
    #[inline]
    pub(super) unsafe fn exact<const IN: usize, const P: usize>(&self) -> [__m512i; P] {
        let zero = _mm512_setzero_si512();
        let mut sums = [_mm512_packs_epi32(self.bias(), zero); P];
        for dy in self.taps.clone() {
            // SAFETY: guaranteed by the caller.
            unsafe {
                let cell = self.from.add(dy * (self.edge + 1) * IN);
                let quads = self.group.quads.as_ptr().add(dy * 3 * (IN / 4)).cast::<__m512i>();
                for i in (0..3 * IN / 4).step_by(2) {
                    let one = _mm512_load_si512(quads.add(i));
                    let two = _mm512_load_si512(quads.add(i + 1));
                    for (p, sum) in sums.iter_mut().enumerate() {
                        let fours = cell.add(p * IN + 4 * i).cast::<i32>();
                        let one = _mm512_dpbusd_epi32(zero, spread(fours), one);
                        let two = _mm512_dpbusd_epi32(zero, spread(fours.add(1)), two);
                        *sum = _mm512_adds_epi16(*sum, _mm512_packs_epi32(one, two));
                    }
                }
            }
        }
        sums
    }

    /// Returns the 16-bit sums of `P` holes if the inputs are the input planes. The two sums of each output are
    /// adjacent.
    ///
    /// # Safety
    ///
    /// Same as for [`Block::in_32_bits`].
    #[target_feature(enable = "avx512f,avx512bw")]
    #[inline]
    pub(super) unsafe fn of_planes<const IN: usize, const P: usize>(&self) -> [__m512i; P] {
        let count = 3 * IN / 4;
        let mut sums = [_mm512_and_si512(self.bias(), _mm512_set1_epi32(0xffff)); P];
        for dy in self.taps.clone() {
            // SAFETY: guaranteed by the caller.
            unsafe {
                let cell = self.from.add(dy * (self.edge + 1) * IN);
                let quads = self.group.quads.as_ptr().add(dy * count).cast::<__m512i>();
                for i in (0..count - 1).step_by(2) {
                    let one = _mm512_load_si512(quads.add(i));
                    let two = _mm512_load_si512(quads.add(i + 1));
                    for (p, sum) in sums.iter_mut().enumerate() {
                        let fours = cell.add(p * IN + 4 * i).cast::<i32>();
                        let one = _mm512_maddubs_epi16(spread(fours), one);
                        let two = _mm512_maddubs_epi16(spread(fours.add(1)), two);
                        // Four products of at most 63 · 127 per lane cannot overflow.
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
        }
        sums
    }

    /// Returns the biases in 32 bits.
    #[target_feature(enable = "avx512f")]
    #[inline]
    fn bias(&self) -> __m512i {
        widened(&self.group.bias)
    }
}

/// Adds the products of four inputs at the three taps of a row to the sums, and reads every cell once.
///
/// # Safety
///
/// The cells from one before the first hole to one after the last must be valid for reads of `IN`
/// channels each, and so must the weights of the three taps, which are `IN / 4` apart.
#[target_feature(enable = "avx512f,avx512bw,avx512vnni")]
#[inline]
unsafe fn add_row<const IN: usize, const P: usize>(
    sums: &mut [__m512i; P],
    cell: *const u8,
    quads: *const __m512i,
) {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let tap = |tap: usize| _mm512_load_si512(quads.add(tap * (IN / 4)));
        let (before, on, behind) = (tap(0), tap(1), tap(2));
        let (mut last, mut here) = (spread(cell.cast()), spread(cell.add(IN).cast()));
        for (p, sum) in sums.iter_mut().enumerate() {
            let next = spread(cell.add((p + 2) * IN).cast());
            *sum = _mm512_dpbusd_epi32(*sum, last, before);
            *sum = _mm512_dpbusd_epi32(*sum, here, on);
            *sum = _mm512_dpbusd_epi32(*sum, next, behind);
            (last, here) = (here, next);
        }
    }
}

/// Broadcasts four activations to 16 lanes.
///
/// # Safety
///
/// `four` must be valid for reads of four bytes.
#[target_feature(enable = "avx512f")]
#[inline]
unsafe fn spread(four: *const i32) -> __m512i {
    // SAFETY: guaranteed by the caller.
    _mm512_set1_epi32(unsafe { four.read_unaligned() })
}

/// Widens 16 numbers to 32 bits each.
#[target_feature(enable = "avx512f")]
#[inline]
pub(super) fn widened(numbers: &[i16; 16]) -> __m512i {
    // SAFETY: the array has the size of half a register.
    _mm512_cvtepi16_epi32(unsafe { _mm256_loadu_si256(numbers.as_ptr().cast()) })
}
