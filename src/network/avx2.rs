//! The AVX2 kernel.

use super::conv::Group;
use super::tiles::{convolve, Layer, Steps, Sums, Values, TILES};
use std::arch::x86_64::*;

/// Convolves.
#[target_feature(enable = "avx2")]
pub(super) fn conv(layer: Layer) {
    // SAFETY: this function has the feature.
    unsafe { convolve::<Avx2>(layer) }
}

pub(super) struct Avx2;

impl Steps for Avx2 {
    /// Two registers of eight pairs per tile.
    type Registers = [[__m256i; 2]; TILES];

    #[inline(always)]
    unsafe fn zero() -> Self::Registers {
        // SAFETY: guaranteed by the caller.
        unsafe { [[_mm256_setzero_si256(); 2]; TILES] }
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
            // SAFETY: the caller guarantees the feature, and a quad has two registers.
            unsafe {
                let quad = quad.0.as_ptr().cast();
                let weights = [_mm256_load_si256(quad), _mm256_load_si256(quad.add(1))];
                for (tile, sums) in sums.iter_mut().enumerate() {
                    let values = &values[tile * GROUPS + four / 4][product / 4].as_chunks::<4>().0;
                    let fours = _mm256_set1_epi32(i32::from_le_bytes(values[four % 4]));
                    for half in 0..2 {
                        let products = _mm256_maddubs_epi16(fours, weights[half]);
                        sums[half] = _mm256_add_epi16(sums[half], products);
                    }
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn combine(mut a: Self::Registers, b: Self::Registers) -> [Self::Registers; 2] {
        let mut differences = a;
        for tile in 0..TILES {
            for half in 0..2 {
                // SAFETY: guaranteed by the caller.
                unsafe {
                    differences[tile][half] = _mm256_sub_epi16(a[tile][half], b[tile][half]);
                    a[tile][half] = _mm256_add_epi16(a[tile][half], b[tile][half]);
                }
            }
        }
        [a, differences]
    }

    #[inline(always)]
    unsafe fn store(_: &Group, _: usize, _: usize, sums: Self::Registers, to: &mut [Sums]) {
        for (to, [low, high]) in to.iter_mut().zip(sums) {
            // SAFETY: the caller guarantees the feature, and sums have 32 bytes.
            unsafe { _mm256_storeu_si256(to.as_mut_ptr().cast(), _mm256_hadd_epi16(low, high)) };
        }
    }

    #[inline(always)]
    unsafe fn finish(
        sums: &[Sums; 2],
        scale: &[i16; 16],
        residual: Option<[&[u8; 16]; 2]>,
    ) -> [[u8; 16]; 2] {
        // SAFETY: the caller guarantees the feature, and all arrays have the lengths of the registers.
        unsafe {
            let scale = _mm256_loadu_si256(scale.as_ptr().cast());
            let [left, right] = [0, 1].map(|hole| {
                let sums: *const i16 = sums[hole].as_ptr();
                _mm256_mulhrs_epi16(_mm256_loadu_si256(sums.cast()), scale)
            });
            // A sum that saturates to −128 or 127 is clamped to the same result as the exact one.
            let bytes = _mm256_packs_epi16(left, right);
            let mut bytes = _mm256_permute4x64_epi64::<0b11_01_10_00>(bytes);
            if let Some([left, right]) = residual {
                let [left, right] = [left, right].map(|old| _mm_loadu_si128(old.as_ptr().cast()));
                bytes = _mm256_adds_epi8(bytes, _mm256_set_m128i(right, left));
            }
            let bytes = _mm256_max_epi8(bytes, _mm256_setzero_si256());
            let mut cells = [[0; 16]; 2];
            _mm256_storeu_si256(cells.as_mut_ptr().cast(), bytes);
            cells
        }
    }
}
