//! A dependency without std: its own methods of numbers have the names of those in std.
use numbers::{circle, Angle, Real};
fn main() {
    println!("{} {} {}", circle(2.0), Real::sqrt(3.0_f64), 16.0_f64.sqrt());
    println!("{:?}", numbers::shown(4.0));
    println!("{} {:?}", Angle(1.0).turned().0, numbers::all(&[1.0, 2.0]));
}
//# numbers/src/lib.rs
#![no_std]
extern crate alloc;
use alloc::vec::Vec;
pub mod real {
    pub trait Real: Copy {
        fn sqrt(self) -> Self;
        fn powf(self, by: Self) -> Self;
        fn twice(self) -> Self { self.powf(self.sqrt()) }
    }
    impl Real for f64 {
        fn sqrt(self) -> f64 { self + 1.0 }
        fn powf(self, by: f64) -> f64 { self.sqrt() * by }
    }
    macro_rules! powers { ($t:ty) => { fn powf(self, by: $t) -> $t { self.sqrt() - by.sqrt() } }; }
    impl Real for f32 {
        fn sqrt(self) -> f32 { self + 2.0 }
        powers!(f32);
    }
}
pub use real::Real;
pub struct Angle(pub f32);
impl Angle {
    pub fn turned(&self) -> Angle { Angle(self.0.sqrt().powf(2.0)) }
}
pub fn shown(x: f64) -> (&'static str, f64) { (stringify!(x.sqrt()), x.sqrt()) }
pub fn circle(radius: f64) -> f64 { radius.powf(radius.sqrt()) + radius.twice() }
pub fn all(values: &[f64]) -> Vec<f64> { let first = values[0]; values.iter().map(|value| [value.sqrt()][0]).chain(alloc::vec![first.sqrt()]).collect() }
