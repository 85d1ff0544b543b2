//! What procedural macros read and write: documentation, derives after an attribute, attributes with effects, assertions in
//! constants, paths of their crate, macros that another crate passes on, imports by a glob, and derives in rules of macros.
use facade::{nine_times, Counted};
use marks::{documented, logged, Checked, Described};
use std::sync::atomic::{AtomicU32, Ordering};
static STARTED: AtomicU32 = AtomicU32::new(0);
#[marks::start]
fn begin() { STARTED.store(41, Ordering::SeqCst); }
/// The text of a peg
#[derive(Described)]
struct Peg;
/// A link
#[derive(Clone, Checked)]
struct Link(u8);
#[documented]
#[derive(Clone, Debug)]
struct Shown { _hidden: u8 }
#[logged]
#[derive(Clone, Debug)]
struct Told { _told: u8 }
mod below {
    use super::*;
    #[derive(Counted)]
    pub struct One;
    macro_rules! two {
        ($name:ident) => {
            #[derive(Clone, Counted)]
            pub struct $name;
        };
    }
    two!(Two);
}
mod flags {
    use facade::{bits, Counted};
    bits! { #[derive(Clone, Copy, PartialEq, Eq, Counted)] pub struct Bits; }
}
#[cfg(any())]
mod absent { mod missing; }
mod imports {
    #[marks::disabled]
    pub use absent_module::max;
    #[marks::enabled]
    pub use std::cmp::max;
}
fn main() {
    println!("{}", imports::max(below::One.count(), below::Two.clone().count()));
    let bits = flags::Bits;
    println!("{} {} {}", bits.count(), bits == flags::Bits, bits.clone().inner());
    let nine = nine_times!(1 + 1);
    println!("{} {nine} {}", STARTED.load(Ordering::SeqCst), Peg.described());
    println!("{} {:?} {:?}", Link(3).clone().0, Shown { _hidden: 1 }, Told { _told: 2 }.clone());
    println!("{}", facade::point().0 + facade::also().0);
}
//# facade/src/lib.rs
pub use marks::{nine_times, Counted};
pub struct Point(pub u8);
#[macro_export]
macro_rules! bits {
    ($(#[$attr:meta])* pub struct $name:ident;) => {
        $(#[$attr])*
        pub struct $name;
        const _: () = {
            #[derive(Clone, Copy, PartialEq, Eq, Debug)]
            struct Inner(u8);
            impl $name {
                pub fn inner(&self) -> String { format!("{:?} {}", Inner(4), Inner(1) == Inner(2).clone()) }
            }
        };
    };
}
marks::makes_point!(point);
pub mod inner { pub struct Near(pub u8); }
marks::makes_near!(crate::inner::Near);
//# marks/src/lib.rs
extern crate proc_macro;
use proc_macro::TokenStream;
#[proc_macro]
pub fn nine_times(value: TokenStream) -> TokenStream { format!("({value}) * 9").parse().unwrap() }
#[proc_macro]
pub fn makes_point(name: TokenStream) -> TokenStream {
    format!("pub fn {name}() -> crate::Point {{ use crate::Point; Point(7) }}").parse().unwrap()
}
#[proc_macro]
pub fn makes_near(path: TokenStream) -> TokenStream {
    format!("pub fn also() -> {path} {{ {path}(5) }}").parse().unwrap()
}
#[proc_macro_attribute]
pub fn start(_: TokenStream, item: TokenStream) -> TokenStream {
    let first = "#[used] #[link_section = \".init_array\"] static FIRST: extern \"C\" fn() =";
    format!("{item} {first} {{ extern \"C\" fn call() {{ begin() }} call }};").parse().unwrap()
}
#[proc_macro_derive(Described)]
pub fn described(item: TokenStream) -> TokenStream {
    let text = item.to_string();
    let text = if text.contains("The text") { "documented" } else { "not documented" };
    format!("impl Peg {{ fn described(&self) -> &str {{ \"{text}\" }} }}").parse().unwrap()
}
#[proc_macro_derive(Checked)]
pub fn checked(_: TokenStream) -> TokenStream {
    "const _: () = { ::core::assert!(::core::mem::size_of::<Link>() == 1); };".parse().unwrap()
}
#[proc_macro_derive(Counted)]
pub fn counted(item: TokenStream) -> TokenStream {
    let text = item.to_string();
    let name = text.trim_end_matches(';').split(' ').last().unwrap();
    format!("impl {name} {{ pub fn count(&self) -> usize {{ \"{name}\".len() }} }}").parse().unwrap()
}
#[proc_macro_attribute]
pub fn disabled(_: TokenStream, _: TokenStream) -> TokenStream { TokenStream::new() }
#[proc_macro_attribute]
pub fn enabled(_: TokenStream, item: TokenStream) -> TokenStream { item }
#[proc_macro_attribute]
pub fn documented(_: TokenStream, item: TokenStream) -> TokenStream {
    let code = "impl std::fmt::Debug for Shown { fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result { f.write_str(\"shown\") } }";
    format!("{} {code}", item.to_string().replace(", Debug", "")).parse().unwrap()
}
#[proc_macro_attribute]
pub fn logged(_: TokenStream, item: TokenStream) -> TokenStream { item }
