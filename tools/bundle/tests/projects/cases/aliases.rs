//! Aliases with constants as arguments, from the library.
use aliases::{Three, With};
fn main() { println!("{} {}", Three::new().0, With::<5>::new().0); }
//# src/lib.rs
mod constants { pub const THREE: u8 = 3; }
pub struct With<const N: u8>(pub u32);
impl<const N: u8> With<N> { pub fn new() -> Self { With(N as u32) } }
use constants::THREE;
pub type Three = With<THREE>;
