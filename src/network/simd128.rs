//! The portable kernel in WebAssembly with SIMD128 or relaxed SIMD.

use super::conv::Group;
use super::tiles::{convolve, Layer, Steps, Sums, Values, TILES};
use std::arch::wasm32::*;
use std::array::from_fn;

/// Convolves.
pub(super) fn conv(layer: Layer) {
    // SAFETY: the module is compiled for the features.
    unsafe {
        #[cfg(not(target_feature = "relaxed-simd"))]
        convolve::<Words>(layer);
        #[cfg(target_feature = "relaxed-simd")]
        if bytes_are_signed() {
            convolve::<Bytes<true>>(layer);
        } else {
            convolve::<Bytes<false>>(layer);
        }
    }
}

/// The sums of each tile in four registers.
type Registers = [[v128; 4]; TILES];

fn zero() -> Registers {
    [[i64x2_splat(0); 4]; TILES]
}

/// Returns the registers combined one by one.
#[inline(always)]
fn combined(a: Registers, b: Registers, combine: fn(v128, v128) -> v128) -> Registers {
    from_fn(|tile| from_fn(|i| combine(a[tile][i], b[tile][i])))
}

/// Returns half of 16 numbers.
#[inline(always)]
fn half_of(numbers: &[i16; 16], half: usize) -> v128 {
    // SAFETY: half of the numbers has 16 bytes.
    unsafe { v128_load(numbers.as_chunks::<8>().0[half].as_ptr().cast()) }
}

#[inline(always)]
fn store([low, high]: [v128; 2], to: &mut Sums) {
    // SAFETY: sums have 32 bytes.
    unsafe {
        let to = to.as_mut_ptr().cast::<v128>();
        v128_store(to, low);
        v128_store(to.add(1), high);
    }
}

/// Returns the activations of two holes.
#[inline(always)]
fn finish(sums: &[Sums; 2], scale: &Sums, residual: Option<[&[u8; 16]; 2]>) -> [[u8; 16]; 2] {
    from_fn(|hole| {
        let scaled = |half| i16x8_q15mulr_sat(half_of(&sums[hole], half), half_of(scale, half));
        let mut halves = [scaled(0), scaled(1)];
        if let Some(old) = residual {
            // SAFETY: a cell has 16 bytes.
            let old = unsafe { v128_load(old[hole].as_ptr().cast()) };
            halves[0] = i16x8_add_sat(halves[0], u16x8_extend_low_u8x16(old));
            halves[1] = i16x8_add_sat(halves[1], u16x8_extend_high_u8x16(old));
        }
        let bytes = u8x16_min(u8x16_narrow_i16x8(halves[0], halves[1]), u8x16_splat(127));
        let mut cell = [0; 16];
        // SAFETY: a cell has 16 bytes.
        unsafe { v128_store(cell.as_mut_ptr().cast(), bytes) };
        cell
    })
}

/// The steps with SIMD128: products of 16-bit numbers, added in 32 bits.
#[cfg(not(target_feature = "relaxed-simd"))]
struct Words;

#[cfg(not(target_feature = "relaxed-simd"))]
impl Steps for Words {
    type Registers = Registers;

    unsafe fn zero() -> Registers {
        zero()
    }

    #[inline(always)]
    unsafe fn add<const GROUPS: usize>(
        group: &Group,
        product: usize,
        values: &[Values],
        sums: &mut Registers,
    ) {
        let rows = &group.rows[product * 16 * GROUPS..][..16 * GROUPS];
        for (four, rows) in rows.as_chunks::<4>().0.iter().enumerate() {
            for (pair, [first, second]) in rows.as_chunks::<2>().0.iter().enumerate() {
                let weights = pairs(first, second);
                for (tile, sums) in sums.iter_mut().enumerate() {
                    let values = &values[tile * GROUPS + four / 4][product / 4].as_chunks::<4>().0;
                    // SAFETY: four values have four bytes.
                    let values = unsafe { v128_load32_zero(values[four % 4].as_ptr().cast()) };
                    let values = u16x8_extend_low_u8x16(values);
                    let values = match pair {
                        0 => i32x4_shuffle::<0, 0, 0, 0>(values, values),
                        _ => i32x4_shuffle::<1, 1, 1, 1>(values, values),
                    };
                    for (sum, weights) in sums.iter_mut().zip(weights) {
                        *sum = i32x4_add(*sum, i32x4_dot_i16x8(weights, values));
                    }
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn combine(a: Registers, b: Registers) -> [Registers; 2] {
        [combined(a, b, i32x4_add), combined(a, b, i32x4_sub)]
    }

    #[inline(always)]
    unsafe fn store(_: &Group, _: usize, _: usize, sums: Registers, to: &mut [Sums]) {
        for (to, [a, b, c, d]) in to.iter_mut().zip(sums) {
            let low = |a, b| i16x8_shuffle::<0, 2, 4, 6, 8, 10, 12, 14>(a, b);
            store([low(a, b), low(c, d)], to);
        }
    }

    #[inline(always)]
    unsafe fn finish(
        sums: &[Sums; 2],
        scale: &[i16; 16],
        residual: Option<[&[u8; 16]; 2]>,
    ) -> [[u8; 16]; 2] {
        finish(sums, scale, residual)
    }
}

/// Returns the pairs of two inputs' weights, in the order of outputs.
#[cfg(not(target_feature = "relaxed-simd"))]
#[inline(always)]
fn pairs(first: &[i16; 16], second: &[i16; 16]) -> [v128; 4] {
    from_fn(|quarter| {
        let (a, b) = (half_of(first, quarter / 2), half_of(second, quarter / 2));
        match quarter % 2 {
            0 => i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(a, b),
            _ => i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(a, b),
        }
    })
}

/// The steps with relaxed SIMD: products of bytes, added in 16 bits.
///
/// The machine decides whether the instruction takes values of more than 127 for signed. If it does, they are reduced
/// by 128 (`CENTRED`), and [`Group::centre`] compensates. Two products of a value of at most 255 and a weight of at most
/// 63 fit in 16 bits.
#[cfg(target_feature = "relaxed-simd")]
struct Bytes<const CENTRED: bool>;

/// Returns whether the instruction takes the second operand's bytes for signed.
#[cfg(target_feature = "relaxed-simd")]
#[inline(always)]
fn bytes_are_signed() -> bool {
    let sums = i16x8_relaxed_dot_i8x16_i7x16(u8x16_splat(1), u8x16_splat(128));
    i16x8_extract_lane::<0>(sums) < 0
}

#[cfg(target_feature = "relaxed-simd")]
impl<const CENTRED: bool> Steps for Bytes<CENTRED> {
    type Registers = Registers;

    unsafe fn zero() -> Registers {
        zero()
    }

    #[inline(always)]
    unsafe fn add<const GROUPS: usize>(
        group: &Group,
        product: usize,
        values: &[Values],
        sums: &mut Registers,
    ) {
        assert!(values.len() == TILES * GROUPS);
        // This is 4 · `GROUPS`, but unknown to the compiler: V8 loads all operands of an unrolled loop before it
        // computes, more than it has registers for.
        let count = group.quads.len() / 16;
        for (four, quad) in group.quads[product * count..][..count].iter().enumerate() {
            // SAFETY: a quad has four registers, and the number of values is checked above.
            unsafe {
                let quad: [v128; 4] = from_fn(|i| v128_load(quad.0.as_ptr().add(16 * i).cast()));
                let values = values.as_ptr().cast::<[[[u8; 4]; 4]; 4]>().add(four / 4);
                for (tile, sums) in sums.iter_mut().enumerate() {
                    let values = &(*values.add(tile * GROUPS))[product / 4][four % 4];
                    let fours = v128_load32_splat(values.as_ptr().cast());
                    let fours = if CENTRED { v128_xor(fours, u8x16_splat(128)) } else { fours };
                    for (sum, weights) in sums.iter_mut().zip(quad) {
                        *sum = i16x8_add(*sum, i16x8_relaxed_dot_i8x16_i7x16(weights, fours));
                    }
                }
            }
        }
    }

    #[inline(always)]
    unsafe fn combine(a: Registers, b: Registers) -> [Registers; 2] {
        [combined(a, b, i16x8_add), combined(a, b, i16x8_sub)]
    }

    #[inline(always)]
    unsafe fn store(group: &Group, column: usize, row: usize, sums: Registers, to: &mut [Sums]) {
        for (to, [a, b, c, d]) in to.iter_mut().zip(sums) {
            // The four registers hold the sums of outputs 0–3, 8–11, 4–7 and 12–15.
            let mut halves = [(a, c), (b, d)].map(|(a, b)| {
                let first = i16x8_shuffle::<0, 2, 4, 6, 8, 10, 12, 14>(a, b);
                let second = i16x8_shuffle::<1, 3, 5, 7, 9, 11, 13, 15>(a, b);
                i16x8_add(first, second)
            });
            // Of each hole's nine products, one belongs to no other hole: that in a corner.
            if CENTRED && column % 3 == 0 {
                let centre = &group.centre[2 * row + column / 3];
                halves = from_fn(|half| i16x8_add(halves[half], half_of(centre, half)));
            }
            store(halves, to);
        }
    }

    #[inline(always)]
    unsafe fn finish(
        sums: &[Sums; 2],
        scale: &[i16; 16],
        residual: Option<[&[u8; 16]; 2]>,
    ) -> [[u8; 16]; 2] {
        finish(sums, scale, residual)
    }
}
