//! Keywords of later editions as names, also in macros; trait objects; paths from the root.
use old::{run, Shape, mk};
fn main() { println!("{} {:?} {}", run(), mk(3).area(), old::hiding::f()); }
//# old/src/lib.rs
//! Edition 2015
mod shape;
pub use shape::{Shape, Sq};
use std::fmt;
extern crate near;
pub mod hiding {
    mod near { pub fn f() -> u8 { 10 } }
    use near::f as far;
    use near as it;
    use self::near::f as own;
    pub fn f() -> u8 { far() + it::f() + own() + near::f() + ::near::f() }
}
pub fn mk(x: u8) -> Box<Shape> { Box::new(Sq(x)) }
pub trait Named { fn name(&self, u8) -> u8; }
impl Named for Sq { fn name(&self, x: u8) -> u8 { x + self.0 } }
impl fmt::Display for Sq { fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result { write!(f, "sq{}", self.0) } }
pub fn run() -> String { let async = 3; let dyn = 4; let r: Result<u8, Box<::std::error::Error>> = (|| { Ok(try!("5".parse::<u8>())) })(); format!("{} {} {} {}", Sq(2), async + dyn, Sq(1).name(2), r.unwrap()) }
//# old/src/shape.rs
use ::std::collections::HashMap;
use Named;
pub trait Shape { fn area(&self) -> u32; }
pub struct Sq(pub u8);
impl Shape for Sq { fn area(&self) -> u32 { let mut m = HashMap::new(); m.insert(1, self.name(0)); m[&1] as u32 * self.0 as u32 } }
//# near/src/lib.rs
pub fn f() -> u8 { 1 }
