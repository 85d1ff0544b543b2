//! A macro that another crate's macro calls without a path is that of the caller.
#[macro_use]
extern crate one;
extern crate two;
mod before {
    pub fn go() -> (i32, i32) { (outer!(), inner!()) }
}
macro_rules! inner { () => { val() }; }
fn val() -> i32 { 1 }
mod sub {
    fn val() -> i32 { 7 }
    pub fn go() -> (i32, i32) { (outer!(), inner!()) }
    pub mod deep {
        use two::outer as renamed;
        pub fn val() -> i32 { 9 }
        pub fn go() -> i32 { renamed!() + two::inner!() }
    }
}
fn main() {
    println!("{} {} {:?} {}", outer!(), two::outer!(), sub::go(), sub::deep::go());
    println!("{} {} {:?}", one::Wrap::get(), two::Wrap::get(), before::go());
}
//# one/src/lib.rs
pub fn val() -> i32 { 2 }
#[macro_export]
macro_rules! inner { () => { $crate::val() }; }
#[macro_export]
macro_rules! outer { () => { inner!() * 1000 + $crate::inner!() }; }
pub struct Wrap;
impl Wrap {
    pub fn get() -> i32 { outer!() }
}
//# two/src/lib.rs
pub fn val() -> i32 { 3 }
#[macro_export]
macro_rules! inner { () => { $crate::val() }; }
#[macro_export]
macro_rules! outer { () => { $crate::inner!() * 100 + val() }; }
pub struct Wrap;
impl Wrap {
    pub fn get() -> i32 { outer!() }
}
