//! `crate` without `$` in a macro's rules is the crate of the call.
fn val() -> i32 { 1 }
mod util {
    pub struct Cfg;
    impl Cfg {
        pub const N: i32 = 4;
    }
    pub fn called() -> i32 { helper::sum!(1) + helper::through!() }
}
fn main() {
    println!("{} {}", helper::sum!(2), helper::through!());
    println!("{} {}", util::called(), helper::inside());
    println!("{} {} {}", other::sum_here(), other::again!(3), other::own::inside());
}
//# other/src/lib.rs
pub use helper::sum as again;
pub fn val() -> i32 { 30 }
mod util {
    pub struct Cfg;
    impl Cfg {
        pub const N: i32 = 600;
    }
}
pub fn sum_here() -> i32 { helper::sum!(5) }
pub mod own {
    #[macro_export]
    macro_rules! unshared { () => { crate::val() + $crate::val() }; }
    pub fn inside() -> i32 { unshared!() }
}
//# helper/src/lib.rs
pub fn val() -> i32 { 2 }
pub mod util {
    pub struct Cfg;
    impl Cfg {
        pub const N: i32 = 50;
    }
}
#[macro_export]
macro_rules! sum {
    ($e:expr) => {
        $e + crate::val() * 1000 + $crate::val() * 100 + <crate::util::Cfg>::N + { use crate::util::Cfg as C; C::N }
    };
}
#[macro_export]
macro_rules! through { () => { $crate::sum!(crate::val()) }; }
pub fn inside() -> i32 { sum!(7) + through!() }
