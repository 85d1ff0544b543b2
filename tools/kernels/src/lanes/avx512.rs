//! Sixteen floats in one 512-bit register.

use super::Lanes;
use std::arch::x86_64::*;

#[derive(Clone, Copy)]
pub(crate) struct Avx512(__m512);

impl Lanes for Avx512 {
    const HOLES: usize = 12;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Avx512 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        Avx512(unsafe { _mm512_loadu_ps(from) })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { _mm512_storeu_ps(to, self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Avx512 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        Avx512(unsafe { _mm512_set1_ps(value) })
    }

    #[inline(always)]
    unsafe fn fma(self, one: Avx512, two: Avx512) -> Avx512 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        Avx512(unsafe { _mm512_fmadd_ps(one.0, two.0, self.0) })
    }

    #[inline(always)]
    unsafe fn add(self, other: Avx512) -> Avx512 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        Avx512(unsafe { _mm512_add_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn mul(self, other: Avx512) -> Avx512 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        Avx512(unsafe { _mm512_mul_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn max(self, other: Avx512) -> Avx512 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        Avx512(unsafe { _mm512_max_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn min(self, other: Avx512) -> Avx512 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        Avx512(unsafe { _mm512_min_ps(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn floor(self) -> Avx512 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        Avx512(unsafe {
            _mm512_roundscale_ps::<{ _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC }>(self.0)
        })
    }

    #[inline(always)]
    unsafe fn less(self, other: Avx512) -> Avx512 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        Avx512(unsafe {
            let less = _mm512_cmp_ps_mask::<_CMP_LT_OQ>(self.0, other.0);
            _mm512_maskz_mov_ps(less, _mm512_set1_ps(1.0))
        })
    }

    #[inline(always)]
    unsafe fn equal(self, other: Avx512) -> Avx512 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        Avx512(unsafe {
            let same = _mm512_cmp_ps_mask::<_CMP_EQ_OQ>(self.0, other.0);
            _mm512_maskz_mov_ps(same, _mm512_set1_ps(1.0))
        })
    }

    #[inline(always)]
    unsafe fn any_beyond(self, most: Avx512) -> bool {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { _mm512_cmp_ps_mask::<_CMP_GE_OQ>(_mm512_abs_ps(self.0), most.0) != 0 }
    }

    #[inline(always)]
    unsafe fn sum(self) -> f32 {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { _mm512_reduce_add_ps(self.0) }
    }
}
