//! [`Plane`] in AVX2 registers: one register for boards up to 16 × 16, three for larger boards.
//!
//! All functions are inlined into the sweep, which is compiled for AVX2.

use super::plane::{Bits, Plane};
use super::sweep::SideDistances;
use crate::board::Board;
use crate::geometry::Side;
use crate::processor::Avx2;
use std::arch::x86_64::*;

/// Rows of 16 bits in the first register (N = 4), or of 32 bits in all three (N = 12).
#[derive(Clone, Copy)]
pub(super) struct Registers<const N: usize>([__m256i; 3]);

impl<const N: usize> Registers<N> {
    /// The number of registers in use; the compiler removes the others.
    const USED: usize = N / 4;

    #[inline(always)]
    fn map(self, f: impl Fn(__m256i) -> __m256i) -> Self {
        let mut result = self;
        for i in 0..Self::USED {
            result.0[i] = f(self.0[i]);
        }
        result
    }

    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(__m256i, __m256i) -> __m256i) -> Self {
        let mut result = self;
        for i in 0..Self::USED {
            result.0[i] = f(self.0[i], other.0[i]);
        }
        result
    }
}

#[inline(always)]
pub(super) fn measure<const N: usize>(
    key: Avx2,
    board: &Board,
    side: Side,
    out: &mut SideDistances<N>,
) {
    // SAFETY: the token proves that the CPU has the features.
    unsafe { compiled(key, board, side, out) }
}

#[target_feature(enable = "avx2,popcnt,bmi1,lzcnt")]
fn compiled<const N: usize>(key: Avx2, board: &Board, side: Side, out: &mut SideDistances<N>) {
    out.measure::<Registers<N>>(key, board, side);
}

// SAFETY, for every block below: registers are created only with a token, and accesses are within the array.
impl<const N: usize> Plane<N> for Registers<N> {
    type Key = Avx2;

    #[inline(always)]
    fn load(_: Avx2, bits: &Bits<N>) -> Self {
        // SAFETY: see above; N words are N / 4 registers.
        unsafe {
            let mut result = Registers([_mm256_setzero_si256(); 3]);
            for (register, words) in result.0.iter_mut().zip(bits.chunks_exact(4)) {
                *register = _mm256_loadu_si256(words.as_ptr().cast());
            }
            result
        }
    }

    #[inline(always)]
    fn store(self, bits: &mut Bits<N>) {
        for (register, words) in self.0.into_iter().zip(bits.chunks_exact_mut(4)) {
            // SAFETY: see above; a chunk has 32 bytes.
            unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), register) }
        }
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: see above.
        self.zip(other, |a, b| unsafe { _mm256_or_si256(a, b) })
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: see above.
        self.zip(other, |a, b| unsafe { _mm256_and_si256(a, b) })
    }

    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: see above.
        self.zip(other, |a, b| unsafe { _mm256_andnot_si256(b, a) })
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        // SAFETY: see above.
        unsafe {
            let mut any = self.0[0];
            for i in 1..Self::USED {
                any = _mm256_or_si256(any, self.0[i]);
            }
            _mm256_testz_si256(any, any) != 0
        }
    }

    #[inline(always)]
    fn right<const K: i32>(self) -> Self {
        // SAFETY: see above.
        self.map(|rows| unsafe {
            match N {
                4 => _mm256_slli_epi16::<K>(rows),
                _ => _mm256_slli_epi32::<K>(rows),
            }
        })
    }

    #[inline(always)]
    fn left<const K: i32>(self) -> Self {
        // SAFETY: see above.
        self.map(|rows| unsafe {
            match N {
                4 => _mm256_srli_epi16::<K>(rows),
                _ => _mm256_srli_epi32::<K>(rows),
            }
        })
    }

    // AVX2 shifts bytes only within halves of a register. Each half is paired with its neighbour, and `alignr`
    // selects the bytes from the pair.

    #[inline(always)]
    fn down<const K: i32>(self) -> Self {
        let mut result = self;
        for i in 0..Self::USED {
            let rows = self.0[i];
            // SAFETY: see above.
            result.0[i] = unsafe {
                let before = match i {
                    0 => _mm256_permute2x128_si256::<0x08>(rows, rows),
                    _ => _mm256_permute2x128_si256::<0x21>(self.0[i - 1], rows),
                };
                match (N, K) {
                    (4, 1) => _mm256_alignr_epi8::<14>(rows, before),
                    (4, _) | (_, 1) => _mm256_alignr_epi8::<12>(rows, before),
                    _ => _mm256_alignr_epi8::<8>(rows, before),
                }
            };
        }
        result
    }

    #[inline(always)]
    fn up<const K: i32>(self) -> Self {
        let mut result = self;
        for i in 0..Self::USED {
            let rows = self.0[i];
            // SAFETY: see above.
            result.0[i] = unsafe {
                let after = if i + 1 == Self::USED {
                    _mm256_permute2x128_si256::<0x81>(rows, rows)
                } else {
                    _mm256_permute2x128_si256::<0x21>(rows, self.0[i + 1])
                };
                match (N, K) {
                    (4, 1) => _mm256_alignr_epi8::<2>(after, rows),
                    (4, _) | (_, 1) => _mm256_alignr_epi8::<4>(after, rows),
                    _ => _mm256_alignr_epi8::<8>(after, rows),
                }
            };
        }
        result
    }
}
