//! Sixteen floats at a time, whatever the processor has for it.
//!
//! The kernels are written once, over [`Lanes`], and compiled once for every form. Nothing here
//! checks for instructions: [`crate::fit::kernel::Kernel`] does, once.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
pub(crate) mod plain;

/// Sixteen floats.
///
/// # Safety
///
/// All functions need the processor's instructions that the form is named after; those with
/// pointers need sixteen floats (`spread`: one) there. Functions with `#[inline(always)]` end up in
/// callers that are compiled for these instructions.
pub(crate) trait Lanes: Copy {
    /// Holes a block of a convolution: as many as there are registers for their sums.
    const HOLES: usize;

    /// Sixteen floats from memory.
    unsafe fn load(from: *const f32) -> Self;
    /// Writes them.
    unsafe fn store(self, to: *mut f32);
    /// One float of memory, sixteen times.
    #[inline(always)]
    unsafe fn spread(from: *const f32) -> Self {
        // SAFETY: the caller's promise.
        unsafe { Self::all(*from) }
    }
    /// One float, sixteen times.
    unsafe fn all(value: f32) -> Self;
    /// `self + one · two`.
    unsafe fn fma(self, one: Self, two: Self) -> Self;
    /// The sums.
    unsafe fn add(self, other: Self) -> Self;
    /// The products.
    unsafe fn mul(self, other: Self) -> Self;
    /// The larger ones.
    unsafe fn max(self, other: Self) -> Self;
    /// The smaller ones.
    unsafe fn min(self, other: Self) -> Self;
    /// The whole numbers not above.
    unsafe fn floor(self) -> Self;
    /// What `clipped`, which is `self` kept within `low..=high`, gains when `self` grows: 1
    /// between the ends, 1/2 at them, 0 beyond.
    unsafe fn slope(self, clipped: Self, low: Self, high: Self) -> Self;
    /// 1 where both are the same, else 0.
    unsafe fn same(self, other: Self) -> Self;
    /// Whether any is `most` or more, or its negative `most` or more.
    unsafe fn any_beyond(self, most: Self) -> bool;
    /// The sum of the sixteen, always in the same order.
    unsafe fn sum(self) -> f32;
}
