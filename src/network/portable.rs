//! The portable kernel: loops over 16 lanes that the compiler turns into SIMD instructions.

use super::conv::Group;
use super::tiles::{convolve, Layer, Steps, Sums, Values, TILES};

/// Convolves.
pub(super) fn conv(layer: Layer) {
    // SAFETY: the kernel needs no features.
    unsafe { convolve::<Portable>(layer) }
}

struct Portable;

impl Steps for Portable {
    type Registers = [Sums; TILES];

    #[inline(always)]
    unsafe fn zero() -> Self::Registers {
        [[0; 16]; TILES]
    }

    #[inline(always)]
    unsafe fn add<const GROUPS: usize>(
        group: &Group,
        product: usize,
        values: &[Values],
        sums: &mut Self::Registers,
    ) {
        let weights = &group.rows[product * 16 * GROUPS..][..16 * GROUPS];
        for (sums, values) in sums.iter_mut().zip(values.chunks_exact(GROUPS)) {
            let values = values.iter().flat_map(|values| values[product / 4].as_chunks::<8>().0);
            for (values, weights) in values.zip(weights.as_chunks::<8>().0) {
                let values = values.map(i16::from);
                for lane in 0..16 {
                    for (value, weights) in values.iter().zip(weights) {
                        sums[lane] = sums[lane].wrapping_add(weights[lane].wrapping_mul(*value));
                    }
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn combine(a: Self::Registers, b: Self::Registers) -> [Self::Registers; 2] {
        let mut results = [a; 2];
        for tile in 0..TILES {
            for lane in 0..16 {
                results[0][tile][lane] = a[tile][lane].wrapping_add(b[tile][lane]);
                results[1][tile][lane] = a[tile][lane].wrapping_sub(b[tile][lane]);
            }
        }
        results
    }

    #[inline(always)]
    unsafe fn store(_: &Group, _: usize, _: usize, sums: Self::Registers, to: &mut [Sums]) {
        to.copy_from_slice(&sums);
    }

    #[inline(always)]
    unsafe fn finish(
        sums: &[Sums; 2],
        scale: &[i16; 16],
        residual: Option<[&[u8; 16]; 2]>,
    ) -> [[u8; 16]; 2] {
        let mut cells = [[0; 16]; 2];
        for hole in 0..2 {
            for lane in 0..16 {
                let scaled = (i32::from(sums[hole][lane]) * i32::from(scale[lane]) + 0x4000) >> 15;
                let old = residual.map_or(0, |old| i32::from(old[hole][lane]));
                cells[hole][lane] = (scaled + old).clamp(0, 127) as u8;
            }
        }
        cells
    }
}
