//! Modules and imports with the names of crates; re-exports of crates; the own crate under another name.
extern crate alloc;
extern crate self as me;
#[cfg(windows)]
extern crate winapi;
use {helper, std::fmt::Display};
mod a {
    pub mod other {
        pub fn f() -> i32 { 1 }
    }
    pub fn g() -> i32 { other::f() + ::other::f() }
    pub fn h() -> i32 {
        use me::b::helper;
        helper::f()
    }
}
mod b {
    pub mod helper {
        pub fn f() -> i32 { 20 }
    }
    pub fn g() -> i32 { helper::f() + ::helper::f() }
}
mod c {
    pub mod other {
        pub mod other {
            pub fn f() -> i32 { 7 }
        }
    }
    pub mod glob {
        use super::other::*;
        pub fn g() -> i32 { other::f() }
    }
}
mod e {
    pub fn g() -> i32 {
        use helper::d as helper;
        helper::other::f() + helper::own()
    }
    pub fn h() -> i32 {
        use helper::d as helper;
        use helper::other::f;
        f() + helper::own()
    }
}
helper::define!();
fn show(d: impl Display) -> String { d.to_string() }
fn main() {
    println!("{} {} {}", show(helper::f()), a::g(), a::h());
    println!("{} {} {}", b::g(), helper::other::f(), helper::S::default().0);
    println!("{} {:?}", me::a::other::f(), alloc::vec![1]);
    println!("{} {} {} {}", c::glob::g(), defined(), e::g(), e::h());
}
//# helper/src/lib.rs
pub use other;
pub use other::*;
pub fn f() -> i32 { 8 }
pub mod d {
    pub fn own() -> i32 { 5000 }
    pub mod other {
        pub fn f() -> i32 { 9 }
    }
}
#[macro_export]
macro_rules! define {
    () => {
        fn defined() -> i32 {
            use $crate::d::other;
            other::f()
        }
    };
}
//# other/src/lib.rs
#[derive(Default)]
pub struct S(pub u8);
pub fn f() -> i32 { 300 }
