//! Macros whose values depend on the build or the place.
#![allow(overflowing_literals)]
mod model {
    pub fn name() -> &'static str { module_path!() }
    pub fn place() -> &'static str { helper::place!() }
    #[track_caller]
    pub fn caller() -> u32 { std::panic::Location::caller().column() }
}
mod included { include!("items.rs"); }
fn main() {
    println!("{} {} {}", module_path!(), model::name(), std::module_path!());
    println!("{} {:?} {:?}", std::env!("CARGO_PKG_NAME"), option_env!("CARGO_PKG_VERSION"), option_env!("NONE"));
    println!("{}", std::include_str!("items.rs").len());
    println!("{} {}", core::cfg!(feature = "fast"), cfg!(all(feature = "slow", unix)));
    println!("{} {}", cfg!(all(feature = "fast", not(bundled_never))), include!("value.rs"));
    let (a, b) = (model::caller(), model::caller());
    println!("{} {} {}", a == b, included::f(), 200 as i8);
    let x: i8 = 200;
    println!("{x}");
    println!("{} {}", helper::place!(), model::place());
}
//# src/items.rs
pub fn f() -> u32 { 5 }
//# src/value.rs
3 + 4
//# helper/src/lib.rs
pub mod hidden { pub use core::module_path; }
#[macro_export]
macro_rules! place { () => { $crate::hidden::module_path!() }; }
