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
macro_rules! root { () => { macro_rules! twice { ($e:expr) => { 2 * $e }; } #[macro_use] mod repeated; pub use $crate::repeated::sum; }; }
root!();
#[macro_use]
mod textual { macro_rules! half { ($x:expr) => { $x / 2 }; } }
macro_rules! submodule {
    ($v:vis $name:ident) => { mod $name; $v use $name::*; };
    ($v:vis $name:ident { $($content:tt)* }) => { mod $name { $($content)* } $v use $name::*; };
    ($(#[$m:meta] $name:ident),* $(,)?) => { $(#[$m] mod $name;)* };
}
submodule!(named);
submodule!(pub(crate) braces { submodule!(pub within); });
#[cfg(feature = "slow")]
submodule!(pub missing_here);
submodule!(#[allow(dead_code)] first, #[cfg(feature = "slow")] nowhere,);
#[cfg_attr(target_arch = "wasm32", path = "missing_for_wasm.rs")]
#[cfg_attr(not(target_arch = "wasm32"), path = "by_target/usual.rs")]
mod by_target;
#[cfg_attr(target_feature = "avx512f", path = "by_target/usual.rs")]
pub(crate) mod by_default;
#[cfg_attr(target_feature = "avx512f", path = "by_target/usual.rs")]
#[path = "by_default.rs"]
mod by_path;
macro_rules! table {
    ($module:ident, [$($name:ident),*]) => { mod $module; $(fn $name() -> i32 { $module::$name })* };
}
macro_rules! tables {
    ($(mod $module:ident; static $names:ident = [$(($text:tt, $name:ident),)*];)*) => {
        $(table!($module, [$($name),*]); static $names: &[&str] = &[$($text),*];)*
    };
}
tables! {
    mod numbers;
    static NUMBERS = [("one", ONE), ("two", TWO),];
}
#[cfg(not(target_arch = "wasm32"))]
include!("included.rs");
#[cfg(target_arch = "wasm32")]
include!("included_too.rs");
#[cfg(feature = "slow")]
include!(concat!(env!("NO_SUCH_VARIABLE"), "/generated.rs"));
fn main() {
    println!("{} {} {NUMBERS:?} {}", ONE(), TWO(), included() + OTHER);
    println!("{} {} {}", by_target::f(), by_default::f(), by_path::f());
    println!("{} {} {} {}", in_named(), half!(8), in_within(), first::f());
    println!("{} {}", sum(), adding!(1, 2));
    println!("{} {}", exporter::seven!(), exporter::eight!());
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
pub fn sum() -> i32 { adding!(1, 2, twice!(3)) }
//# src/named.rs
pub fn in_named() -> i32 { half!(6) }
//# src/braces/within.rs
pub fn in_within() -> i32 { 6 }
//# src/first.rs
pub fn f() -> i32 { 7 }
//# src/missing_for_wasm.rs
pub fn f() -> i32 { 8 }
//# src/by_target/usual.rs
mod beside;
pub fn f() -> i32 { beside::f() }
//# src/by_target/beside.rs
pub fn f() -> i32 { 9 }
//# src/by_default.rs
mod below;
pub fn f() -> i32 { below::f() }
//# src/by_default/below.rs
pub fn f() -> i32 { 10 }
//# src/numbers.rs
pub const ONE: i32 = 1;
pub const TWO: i32 = 2;
//# src/included.rs
const OTHER: i32 = 11;
fn included() -> i32 { 12 }
//# src/included_too.rs
const OTHER: i32 = 13;
fn included() -> i32 { 14 }
//# src/below.rs
pub fn f() -> i32 { 15 }
//# exporter/src/lib.rs
macro_rules! pick { ($($i:item)*) => { $($i)* }; }
pick! { mod macros; mod outer { mod deeper { #[macro_export] macro_rules! eight { () => { 8 }; } } } }
//# exporter/src/macros.rs
#[macro_export]
macro_rules! seven { () => { 7 }; }
