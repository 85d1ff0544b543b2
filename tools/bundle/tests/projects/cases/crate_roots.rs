//! Private modules of a crate's root under another name, trait objects without `dyn` in a macro, impls by macros in
//! unnamed constants.
use helper::{Area, Square};
helper::measure!(Area);
fn main() {
    println!("{} {} {}", measured(&Square(3)), helper::names(), helper::inner::edges(&Square(1)));
}
//# helper/src/lib.rs
//! Edition 2018
mod private;
pub(crate) use private as renamed;
pub mod inner {
    pub(crate) use crate::renamed as again;
    pub fn edges(square: &crate::Square) -> String { format!("{} {}", again::edges(), square) }
}
pub trait Area { fn area(&self) -> u32; }
pub struct Square(pub u32);
#[macro_export]
macro_rules! measure {
    ($t:path) => { fn measured(value: &$t) -> u32 { value.area() } };
}
macro_rules! implement { ($t:ty) => { impl Area for $t { fn area(&self) -> u32 { self.0 * self.0 } } }; }
macro_rules! implement_all { ($($t:ty),*) => { $(implement!($t);)* }; }
const _: () = { implement_all!(Square); };
macro_rules! shown {
    ($t:ty) => {
        impl std::fmt::Display for $t {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(f, "{}", self.0) }
        }
    };
}
const _: () = { shown!(Square); };
pub fn names() -> &'static str { renamed::NAME }
//# helper/src/private.rs
pub const NAME: &str = "private";
pub fn edges() -> u32 { 4 }
