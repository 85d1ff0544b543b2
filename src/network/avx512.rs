//! The AVX-512 kernel, whose sums have 32 bits.

use super::avx2::Avx2;
use super::conv::Group;
use super::tiles::{convolve, Layer, Steps, Sums, Values, TILES};
use std::arch::x86_64::*;

/// Returns whether the CPU has AVX512F, AVX512BW and AVX512_VNNI.
pub(super) fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vnni")
}

/// Convolves.
#[target_feature(enable = "avx2,avx512f,avx512bw,avx512vnni")]
pub(super) fn conv(layer: Layer) {
    // SAFETY: this function has the features.
    unsafe { convolve::<Avx512>(layer) }
}

struct Avx512;

impl Steps for Avx512 {
    type Registers = [__m512i; TILES];

    #[inline(always)]
    unsafe fn zero() -> Self::Registers {
        // SAFETY: guaranteed by the caller.
        unsafe { [_mm512_setzero_si512(); TILES] }
    }

    #[inline(always)]
    unsafe fn add<const GROUPS: usize>(
        group: &Group,
        product: usize,
        values: &[Values],
        sums: &mut Self::Registers,
    ) {
        let quads = &group.quads[product * 4 * GROUPS..][..4 * GROUPS];
        for (four, quad) in quads.iter().enumerate() {
            // SAFETY: the caller guarantees the features, and a quad has the length of a register.
            unsafe {
                let weights = _mm512_load_si512(quad.0.as_ptr().cast());
                for (tile, sum) in sums.iter_mut().enumerate() {
                    let values = &values[tile * GROUPS + four / 4][product / 4].as_chunks::<4>().0;
                    let fours = _mm512_set1_epi32(i32::from_le_bytes(values[four % 4]));
                    *sum = _mm512_dpbusd_epi32(*sum, fours, weights);
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn combine(mut a: Self::Registers, b: Self::Registers) -> [Self::Registers; 2] {
        let mut differences = a;
        for tile in 0..TILES {
            // SAFETY: guaranteed by the caller.
            unsafe {
                differences[tile] = _mm512_sub_epi32(a[tile], b[tile]);
                a[tile] = _mm512_add_epi32(a[tile], b[tile]);
            }
        }
        [a, differences]
    }

    #[inline(always)]
    unsafe fn store(_: &Group, _: usize, _: usize, sums: Self::Registers, to: &mut [Sums]) {
        for (to, sum) in to.iter_mut().zip(sums) {
            // SAFETY: the caller guarantees the features, and sums have 32 bytes.
            unsafe {
                // The low 16 bits of each sum, from the order of the slots to that of the outputs.
                let sum = _mm512_cvtepi32_epi16(sum);
                let sum = _mm256_permute4x64_epi64::<0b11_01_10_00>(sum);
                _mm256_storeu_si256(to.as_mut_ptr().cast(), sum);
            }
        }
    }

    #[inline(always)]
    unsafe fn finish(
        sums: &[Sums; 2],
        scale: &[i16; 16],
        residual: Option<[&[u8; 16]; 2]>,
    ) -> [[u8; 16]; 2] {
        // SAFETY: the caller guarantees the features, which include AVX2.
        unsafe { Avx2::finish(sums, scale, residual) }
    }
}
