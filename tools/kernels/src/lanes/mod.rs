//! Vectors of sixteen floats, generic over the instruction set.
//!
//! The kernels are written once over [`Lanes`] and compiled for every instruction set;
//! [`Kernel`](crate::Kernel) detects the supported ones.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod plain;

/// A vector of sixteen floats.
///
/// # Safety
///
/// The processor must support the instructions in the type's name. Pointers must be valid for
/// sixteen floats (`broadcast`: one). Functions with `#[inline(always)]` are compiled for the
/// instructions of their callers.
#[expect(clippy::missing_safety_doc, reason = "the trait states the conditions of all functions")]
pub trait Lanes: Copy {
    /// Holes per block of a convolution, limited by the registers for their sums.
    const HOLES: usize;

    /// Loads sixteen floats.
    unsafe fn load(from: *const f32) -> Self;
    /// Stores sixteen floats.
    unsafe fn store(self, to: *mut f32);
    /// Loads one float into all lanes.
    #[inline(always)]
    unsafe fn broadcast(from: *const f32) -> Self {
        // SAFETY: guaranteed by the caller.
        unsafe { Self::splat(*from) }
    }
    /// Returns `value` in all lanes.
    unsafe fn splat(value: f32) -> Self;
    /// Returns `self + one · two`.
    unsafe fn fma(self, one: Self, two: Self) -> Self;
    /// Returns the sums.
    unsafe fn add(self, other: Self) -> Self;
    /// Returns the products.
    unsafe fn mul(self, other: Self) -> Self;
    /// Returns the larger values.
    unsafe fn max(self, other: Self) -> Self;
    /// Returns the smaller values.
    unsafe fn min(self, other: Self) -> Self;
    /// Rounds down to integers.
    unsafe fn floor(self) -> Self;
    /// Returns the derivative of `clipped`, which is `self` clipped to `low..=high`: 1 inside, 1/2
    /// at the ends, 0 outside.
    #[inline(always)]
    unsafe fn slope(self, clipped: Self, low: Self, high: Self) -> Self {
        // SAFETY: guaranteed by the caller.
        unsafe {
            let inside = low.less(clipped).mul(clipped.less(high));
            inside.max(self.equal(clipped).mul(Self::splat(0.5)))
        }
    }
    /// Returns 1 in lanes with a smaller value than `other`, else 0.
    unsafe fn less(self, other: Self) -> Self;
    /// Returns 1 in lanes with equal values, else 0.
    unsafe fn equal(self, other: Self) -> Self;
    /// Returns whether the absolute value of any lane is at least `most`.
    unsafe fn any_beyond(self, most: Self) -> bool;
    /// Returns the sum of the lanes, added in a fixed order.
    unsafe fn sum(self) -> f32;
}
