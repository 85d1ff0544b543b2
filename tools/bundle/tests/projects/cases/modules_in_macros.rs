//! Modules and conditions in the arguments of macros.
macro_rules! pick { ($($i:item)*) => { $($i)* }; }
macro_rules! on { ($c:meta, $b:block) => { #[cfg($c)] $b }; }
macro_rules! through { ($($t:tt)*) => { on!($($t)*) }; }
macro_rules! documented { ($(#[doc = $d:expr] $n:ident),*) => { [$(($d, stringify!($n))),*] }; }
macro_rules! cfg_if {
    (if #[cfg($c:meta)] { $($a:item)* } else { $($b:item)* }) => {
        $(#[cfg($c)] $a)* $(#[cfg(not($c))] $b)*
    };
}
pick! { mod inner; #[cfg(not(unix))] mod missing; }
cfg_if! { if #[cfg(feature = "fast")] { mod way; use way as imp; } else { mod missing; use missing as imp; } }
cfg_if! { if #[cfg(windows)] { mod other_missing; use other_missing as system; } else { use way as system; } }
macro_rules! root { () => { #[macro_use] mod repeated; pub use $crate::repeated::sum; }; }
root!();
fn main() {
    println!("{} {}", sum(), adding!(1, 2));
    println!("{} {} {}", inner::f(), imp::f(), system::f());
    on!(feature = "fast", { println!("fast"); });
    through!(not(feature = "fast"), { println!("slow"); });
    println!("{:?}", documented!(#[doc = "one"] a, #[doc = "two"] b));
}
//# src/inner.rs
mod deep;
pub fn f() -> i32 { deep::f() + 1 }
//# src/inner/deep.rs
pub fn f() -> i32 { 2 }
//# src/way.rs
pub fn f() -> i32 { 4 }
//# src/other_missing.rs
pub fn f() -> i32 { 5 }
//# src/repeated.rs
macro_rules! adding { ($($x:expr),*) => { 0 $(+ $x)* }; }
pub fn sum() -> i32 { adding!(1, 2, 3) }
