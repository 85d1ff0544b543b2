//! Sixteen floats in two 256-bit registers.

use super::Lanes;
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256, __m256);

impl Lanes for Avx2 {
    const HOLES: usize = 6;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Avx2 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { Avx2(_mm256_loadu_ps(from), _mm256_loadu_ps(from.add(8))) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe {
            _mm256_storeu_ps(to, self.0);
            _mm256_storeu_ps(to.add(8), self.1);
        }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Avx2 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe {
            let one = _mm256_set1_ps(value);
            Avx2(one, one)
        }
    }

    #[inline(always)]
    unsafe fn fma(self, one: Avx2, two: Avx2) -> Avx2 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe {
            Avx2(_mm256_fmadd_ps(one.0, two.0, self.0), _mm256_fmadd_ps(one.1, two.1, self.1))
        }
    }

    #[inline(always)]
    unsafe fn add(self, other: Avx2) -> Avx2 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { Avx2(_mm256_add_ps(self.0, other.0), _mm256_add_ps(self.1, other.1)) }
    }

    #[inline(always)]
    unsafe fn mul(self, other: Avx2) -> Avx2 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { Avx2(_mm256_mul_ps(self.0, other.0), _mm256_mul_ps(self.1, other.1)) }
    }

    #[inline(always)]
    unsafe fn max(self, other: Avx2) -> Avx2 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { Avx2(_mm256_max_ps(self.0, other.0), _mm256_max_ps(self.1, other.1)) }
    }

    #[inline(always)]
    unsafe fn min(self, other: Avx2) -> Avx2 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { Avx2(_mm256_min_ps(self.0, other.0), _mm256_min_ps(self.1, other.1)) }
    }

    #[inline(always)]
    unsafe fn floor(self) -> Avx2 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { Avx2(_mm256_floor_ps(self.0), _mm256_floor_ps(self.1)) }
    }

    #[inline(always)]
    unsafe fn less(self, other: Avx2) -> Avx2 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { compare::<_CMP_LT_OQ>(self, other) }
    }

    #[inline(always)]
    unsafe fn equal(self, other: Avx2) -> Avx2 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { compare::<_CMP_EQ_OQ>(self, other) }
    }

    #[inline(always)]
    unsafe fn any_beyond(self, most: Avx2) -> bool {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe {
            let sign = _mm256_set1_ps(-0.0);
            let largest =
                _mm256_max_ps(_mm256_andnot_ps(sign, self.0), _mm256_andnot_ps(sign, self.1));
            _mm256_movemask_ps(_mm256_cmp_ps::<_CMP_GE_OQ>(largest, most.0)) != 0
        }
    }

    #[inline(always)]
    unsafe fn sum(self) -> f32 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe {
            let eight = _mm256_add_ps(self.0, self.1);
            let four = _mm_add_ps(_mm256_castps256_ps128(eight), _mm256_extractf128_ps::<1>(eight));
            let two = _mm_add_ps(four, _mm_movehl_ps(four, four));
            _mm_cvtss_f32(_mm_add_ss(two, _mm_movehdup_ps(two)))
        }
    }
}

/// Returns 1 in lanes for which the comparison holds, else 0.
///
/// # Safety
///
/// The processor must support AVX2.
#[inline(always)]
unsafe fn compare<const HOW: i32>(one: Avx2, two: Avx2) -> Avx2 {
    // SAFETY: guaranteed by the caller.
    unsafe {
        let yes = _mm256_set1_ps(1.0);
        Avx2(
            _mm256_and_ps(yes, _mm256_cmp_ps::<HOW>(one.0, two.0)),
            _mm256_and_ps(yes, _mm256_cmp_ps::<HOW>(one.1, two.1)),
        )
    }
}
