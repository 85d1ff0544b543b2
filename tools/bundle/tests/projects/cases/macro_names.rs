//! Macros of one name in several crates, a macro and a module or an attribute of one name, macros for other macros.
#[macro_use]
extern crate helper;
mod inner {
    pub fn f() -> i32 {
        square!(4) + helper::pick::f(helper::pick!(2))
    }
}
macro_rules! say {
    ($e:expr) => { println!("binary {}", $e) };
}
fn main() {
    say!(square!(3));
    helper::run();
    other::run();
    println!("{} {}", inner::f(), helper::outer!(5));
    println!("{} {}", helper::twice!(4), helper::renamed!(4));
    {
        use helper::{nested, warn};
        println!("{} {}", nested!(7), warn!("text"));
    }
}
//# helper/src/lib.rs
macro_rules! say {
    ($e:expr) => { println!("helper {}", $e) };
}
pub mod pick {
    pub fn f(x: i32) -> i32 { x }
    #[macro_export]
    macro_rules! pick { ($e:expr) => { $e }; }
}
#[macro_export]
macro_rules! square { ($x:expr) => { $crate::product($x, $x) }; }
#[macro_export(local_inner_macros)]
macro_rules! outer { ($e:expr) => { inner!($e) }; }
#[macro_export]
macro_rules! inner { ($e:expr) => { $e + 1 }; }
#[macro_export]
macro_rules! warn { ($e:expr) => { $e.len() }; }
macro_rules! exporting { ($item:item) => { $item }; }
mod deep {
    mod deeper {
        exporting! {
            #[macro_export]
            macro_rules! nested { ($e:expr) => { $crate::product($e, 3) }; }
        }
    }
}
pub fn product(x: i32, y: i32) -> i32 { x * y }
pub fn run() { say!(1); }
pub use other::twice;
pub use other::twice as renamed;
//# other/src/lib.rs
macro_rules! say {
    ($e:expr) => { println!("other {}", $e) };
}
#[macro_export]
macro_rules! twice { ($e:expr) => { 2 * $e }; }
pub fn run() { say!(2); }
