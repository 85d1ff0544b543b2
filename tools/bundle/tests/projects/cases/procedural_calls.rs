//! Calls of procedural macros as items, statements and values, in macros, and in a dependency.
use marks::{function as f, repeated, times_six};
f!(hello);
mod inner {
    use marks::repeated;
    repeated!(3, pub fn fNN() -> u32 { NN });
    pub const LENGTH: usize = marks::times_six!(1);
    impl super::StructOfhello {
        pub fn twice(&self) -> u8 { let x = marks::times_six!(self.0); println!("{x}"); x }
    }
}
macro_rules! six { ($value:expr) => { times_six!($value) }; }
macro_rules! functions { ($($name:ident),*) => { $(marks::function!($name);)* }; }
functions!(one, two);
fn main() {
    let (x, y) = (times_six!(3 + 4), six!(2));
    println!("{x} {y} {} {}", hello(), StructOfhello(3).0);
    println!("{} {} {}", inner::f0() + inner::f2(), inner::LENGTH, StructOfhello(2).twice());
    let mut total = 0;
    repeated!(4, total += NN;);
    if total > 3 { println!("{} {}{}", format!("{total:?}"), one(), two()); }
    println!("{} {}", helper::six(2), helper::thing());
}
//# helper/src/lib.rs
pub fn six(x: u8) -> u8 { marks::times_six!(x) }
marks::function!(thing);
//# marks/src/lib.rs
extern crate proc_macro;
use proc_macro::TokenStream;
#[proc_macro]
pub fn times_six(value: TokenStream) -> TokenStream { format!("({value}) * 6").parse().unwrap() }
#[proc_macro]
pub fn function(name: TokenStream) -> TokenStream {
    format!("pub fn {name}() -> &'static str {{ \"{name}\" }} pub struct StructOf{name}(pub u8);").parse().unwrap()
}
#[proc_macro]
pub fn repeated(input: TokenStream) -> TokenStream {
    let mut trees = input.into_iter();
    let count: u32 = trees.next().unwrap().to_string().parse().unwrap();
    let body = trees.skip(1).collect::<TokenStream>().to_string();
    (0..count).map(|number| body.replace("NN", &number.to_string())).collect::<String>().parse().unwrap()
}
