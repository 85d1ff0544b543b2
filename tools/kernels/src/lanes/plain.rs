//! Sixteen floats in an array: the reference implementation.

use super::Lanes;
use crate::floats::LANES;

#[derive(Clone, Copy)]
pub(crate) struct Plain([f32; LANES]);

#[inline(always)]
fn each(f: impl Fn(usize) -> f32) -> Plain {
    Plain(std::array::from_fn(f))
}

impl Lanes for Plain {
    const HOLES: usize = 6;

    #[inline(always)]
    unsafe fn load(from: *const f32) -> Plain {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        Plain(unsafe { from.cast::<[f32; LANES]>().read() })
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut f32) {
        // SAFETY: guaranteed by the caller; see `Lanes`.
        unsafe { to.cast::<[f32; LANES]>().write(self.0) }
    }

    #[inline(always)]
    unsafe fn splat(value: f32) -> Plain {
        Plain([value; LANES])
    }

    #[inline(always)]
    unsafe fn fma(self, one: Plain, two: Plain) -> Plain {
        // Rounds twice, unlike `f32::mul_add`, which is many times slower without hardware support.
        each(|i| self.0[i] + one.0[i] * two.0[i])
    }

    #[inline(always)]
    unsafe fn add(self, other: Plain) -> Plain {
        each(|i| self.0[i] + other.0[i])
    }

    #[inline(always)]
    unsafe fn mul(self, other: Plain) -> Plain {
        each(|i| self.0[i] * other.0[i])
    }

    #[inline(always)]
    unsafe fn max(self, other: Plain) -> Plain {
        each(|i| if self.0[i] > other.0[i] { self.0[i] } else { other.0[i] })
    }

    #[inline(always)]
    unsafe fn min(self, other: Plain) -> Plain {
        each(|i| if self.0[i] < other.0[i] { self.0[i] } else { other.0[i] })
    }

    #[inline(always)]
    unsafe fn floor(self) -> Plain {
        each(|i| self.0[i].floor())
    }

    #[inline(always)]
    unsafe fn less(self, other: Plain) -> Plain {
        each(|i| f32::from(u8::from(self.0[i] < other.0[i])))
    }

    #[inline(always)]
    unsafe fn equal(self, other: Plain) -> Plain {
        each(|i| f32::from(u8::from(self.0[i] == other.0[i])))
    }

    #[inline(always)]
    unsafe fn any_beyond(self, most: Plain) -> bool {
        (0..LANES).any(|i| self.0[i].abs() >= most.0[i])
    }

    #[inline(always)]
    unsafe fn sum(self) -> f32 {
        let mut values = self.0;
        for half in [8, 4, 2, 1] {
            for i in 0..half {
                values[i] += values[i + half];
            }
        }
        values[0]
    }
}
