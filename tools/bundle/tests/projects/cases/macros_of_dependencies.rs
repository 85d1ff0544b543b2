//! Calls of a dependency's own macros: what the program does not use of their code is deleted.
//! Without unused_text, unused_width

use steps::{f32::Length as _, f64::Length as _, Halved, Plain, Sum, Tagged};

fn main() {
    println!("{} {}", 9u32.halved(), <u32 as Halved>::NAME);
    println!("{} {}", (1u32, 2u32).sum(), (1u32, 2u32, 3u32).sum());
    println!("{} {}", 2.5f32.length(), 2.5f64.length());
    println!("{} {:?}", steps::bits(1.0), steps::checked(3));
    println!("{} {:?}", Tagged::describe(), Plain::from_zero(5u16));
    println!("{} {} {}", steps::early::level(), steps::late::level(), steps::scaled(4));
}

//# steps/src/lib.rs
use std::fmt::Debug;

pub trait Halved {
    const NAME: &'static str;
    fn halved(self) -> Self;
}

macro_rules! halved {
    ($($t:ident $name:literal)*) => { $(
        impl Halved for $t {
            const NAME: &'static str = concat!($name, "/", stringify!($t));
            fn halved(self) -> Self {
                assert!(self > 0, "{} is too small for {}", self, Self::NAME);
                self / 2
            }
        }
    )* };
}

halved!(u8 "unused_text" u16 "unused_text" u32 "word" u64 "unused_text" i8 "unused_text");

/// A trait with impls that are unsafe.
/// # Safety
/// None of its impls is.
pub unsafe trait Zero: Sized {
    fn zero() -> Self;
    fn width() -> &'static str;
}

macro_rules! zero {
    ($($t:ty => $width:literal),*) => { $(
        unsafe impl Zero for $t {
            fn zero() -> Self {
                0
            }
            fn width() -> &'static str {
                $width
            }
        }
    )* };
}

zero!(u16 => "two", u64 => "unused_width", i64 => "unused_width");

#[derive(Debug)]
pub struct Plain<T: Debug>(T, T, &'static str);

impl<T: Zero + Debug> Plain<T> {
    pub fn from_zero(value: T) -> Plain<T> {
        Plain(T::zero(), value, T::width())
    }
}

pub trait Sum {
    fn sum(self) -> u32;
}

macro_rules! sum {
    ($($name:ident)+) => {
        impl<$($name: Into<u32>),+> Sum for ($($name,)+) {
            #[allow(non_snake_case)]
            fn sum(self) -> u32 {
                let ($($name,)+) = self;
                let mut all = 0;
                $( all += $name.into(); )+
                all
            }
        }
    };
}

sum!(A);
sum!(A B);
sum!(A B C);
sum!(A B C D);

macro_rules! length {
    ($t:ident) => {
        pub trait Length {
            fn length(self) -> $t;
        }
        impl Length for $t {
            fn length(self) -> $t {
                use crate::$t::math;
                math::double(self)
            }
        }
    };
}

pub mod f32 {
    pub(crate) mod math {
        pub fn double(x: f32) -> f32 {
            x * 2.0
        }
    }
    length!(f32);
}

pub mod f64 {
    pub(crate) mod math {
        pub fn double(x: f64) -> f64 {
            x * 20.0
        }
    }
    length!(f64);
}

mod util {
    /// Not the one of std.
    pub fn must_use(x: u32) -> u32 {
        x.swap_bytes()
    }
}

macro_rules! bits {
    ($name:ident) => {
        pub fn $name(x: f32) -> u32 {
            $crate::util::must_use(x.to_bits())
        }
    };
}

bits!(bits);

macro_rules! checked {
    ($name:ident) => {
        pub fn $name(x: u8) -> Result<String, String> {
            if cfg!(debug_assertions) && x > 100 {
                return Err(format!("{x}"));
            }
            let text = format!("{:?} {}", vec![x; 2], stringify!($name));
            debug_assert!(x < 100, "{}", text);
            matches!(x, 0..=9).then_some(text).ok_or_else(|| panic!("{x} is large"))
        }
    };
}

checked!(checked);

pub struct Tagged;

macro_rules! tagged {
    ($t:ident) => {
        impl $t {
            pub fn describe() -> String {
                format!("{} {}", stringify!($t), inner::Tagged::describe())
            }
        }
    };
}

tagged!(Tagged);

mod inner {
    pub struct Tagged;
    impl Tagged {
        pub fn describe() -> &'static str {
            "inner"
        }
    }
}

// Its variable is not its caller's.
macro_rules! scaled {
    ($name:ident $x:ident, $e:expr) => {
        pub fn $name($x: u32) -> u32 {
            let x = 10;
            $e + x
        }
    };
}

scaled!(scaled x, x * 2);

// Two macros of one name.
pub mod early {
    macro_rules! level {
        ($x:literal) => {
            pub fn level() -> u8 {
                $x
            }
        };
    }
    level!(1);
}

pub mod late {
    macro_rules! levels {
        ($x:literal) => {
            level!($x);
        };
    }
    macro_rules! level {
        ($x:literal) => {
            pub fn level() -> u8 {
                $x * 2
            }
        };
    }
    levels!(4);
}

