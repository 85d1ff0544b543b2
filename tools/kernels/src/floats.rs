//! Float buffers aligned to 64 bytes, so that vectors at multiples of sixteen floats do not cross a
//! cache line.

use std::ops::{Deref, DerefMut};

/// Floats per 512-bit register.
pub const LANES: usize = 16;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct CacheLine([f32; LANES]);

/// An aligned buffer, initially 0.
#[derive(Clone, Default)]
pub struct Floats {
    lines: Vec<CacheLine>,
    length: usize,
}

impl Floats {
    /// Creates a buffer of this length, all 0.
    pub fn zeros(length: usize) -> Floats {
        Floats { lines: vec![CacheLine([0.0; LANES]); length.div_ceil(LANES)], length }
    }
}

impl Deref for Floats {
    type Target = [f32];

    #[inline]
    fn deref(&self) -> &[f32] {
        // SAFETY: the lines are contiguous and hold at least `length` floats (see `zeros`).
        unsafe { std::slice::from_raw_parts(self.lines.as_ptr().cast(), self.length) }
    }
}

impl DerefMut for Floats {
    #[inline]
    fn deref_mut(&mut self) -> &mut [f32] {
        // SAFETY: as above.
        unsafe { std::slice::from_raw_parts_mut(self.lines.as_mut_ptr().cast(), self.length) }
    }
}

impl std::fmt::Debug for Floats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self[..].fmt(f)
    }
}
