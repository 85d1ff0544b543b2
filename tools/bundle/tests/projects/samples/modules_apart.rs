//! Names that modules hide from each other.

extern crate alloc;

mod errors {
    #[derive(Debug)]
    pub enum Problem {
        Refusal { size: usize },
        Absence,
    }
    use self::Problem::*;
    pub fn problem(size: usize) -> Problem {
        if size == 0 { Absence } else { Refusal { size } }
    }
    pub fn is_absent(problem: &Problem) -> bool {
        matches!(problem, Absence)
    }
}

pub struct Refusal;

impl Refusal {
    pub fn describe(&self) -> &'static str {
        "refused"
    }
}

mod memory {
    use ::alloc::alloc::{alloc, alloc_zeroed, dealloc, Layout};
    pub fn round_trip(zeroed: bool) -> bool {
        let layout = Layout::new::<u64>();
        unsafe {
            let block = if zeroed { alloc_zeroed(layout) } else { alloc(layout) };
            dealloc(block, layout);
            !block.is_null()
        }
    }
}

mod vectors {
    #[cfg(target_feature = "avx512f")]
    mod broad {
        pub mod four {
            pub struct Four([i64; 4]);
            pub fn four() -> Four {
                Four([1, 2, 3, 4])
            }
            impl Four {
                pub fn total(&self) -> i64 {
                    self.0.iter().sum()
                }
            }
        }
    }
    #[cfg(not(target_feature = "avx512f"))]
    mod scalar {
        pub mod four {
            pub struct Four(i64, i64, i64, i64);
            pub fn four() -> Four {
                Four(1, 2, 3, 4)
            }
            impl Four {
                pub fn total(&self) -> i64 {
                    self.0 + self.1 + self.2 + self.3
                }
            }
        }
    }
    #[cfg(target_feature = "avx512f")]
    use broad::*;
    #[cfg(not(target_feature = "avx512f"))]
    use scalar::*;
    pub use four::{four, Four};
}

fn doubled(vector: vectors::Four) -> i64 {
    2 * vector.total()
}

// Functions in the methods of a trait.
mod ranges {
    pub trait Stepped {
        fn stepped(self) -> Self;
    }
    mod impls {
        impl super::Stepped for (u8, u16) {
            fn stepped(self) -> Self {
                fn onward<T: Copy>(x: T) -> T {
                    x
                }
                (onward(self.0), onward(self.1) + 1)
            }
        }
    }
}

fn main() {
    let boxed: alloc::boxed::Box<u8> = alloc::boxed::Box::new(1);
    println!("{boxed} {:?} {}", errors::problem(3), Refusal.describe());
    println!("{}", errors::is_absent(&errors::problem(0)));
    println!("{} {}", memory::round_trip(true), memory::round_trip(false));
    println!("{}", doubled(vectors::four()));
    println!("{:?}", ranges::Stepped::stepped((1u8, 2u16)));
}
