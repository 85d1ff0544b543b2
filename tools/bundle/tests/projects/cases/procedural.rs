//! Procedural macros whose code calls macros of std, and macros that receive the name of a feature.
use marks::{counted, noted, tagged, twice, Named};
macro_rules! with_feature {
    ($feature:literal, $name:ident) => {
        #[cfg(feature = $feature)]
        fn $name() -> &'static str { $feature }
        #[cfg(not(feature = $feature))]
        fn $name() -> &'static str { "without" }
    };
}
with_feature!("fast", speed);
with_feature!("slow", patience);
#[derive(Named)]
struct Peg;
#[tagged]
#[derive(Clone, Debug, PartialEq)]
struct Link(Peg2, u8);
#[derive(Clone, Debug, PartialEq)]
struct Peg2;
#[counted]
fn sum(values: &[u32]) -> u32 {
    assert!(!values.is_empty(), "no {}", "values");
    debug_assert_eq!(values.len(), 2);
    println!("{:?} {}", vec![values.len(); 2], COUNT.with(|count| count.get()));
    if values[0] > 9 {
        unreachable!("{} is too large", values[0]);
    }
    values.iter().sum()
}
#[noted]
mod noted_module { pub fn plain() -> u32 { 8 } }
trait Doubled {
    #[twice]
    fn doubled(&self) -> u32 { 4 }
    fn plain(&self) -> u32 { 5 }
}
impl Doubled for Peg {}
impl<T: Copy> Pair<T> {
    fn plain(&self) -> u32 { 6 }
    #[twice]
    pub fn doubled(&self) -> u32 { 7 }
}
struct Pair<T>(T);
// Nothing names this module.
mod acting {
    #[derive(marks::Named)]
    struct Level;
    impl Drop for crate::Dropped {
        fn drop(&mut self) { println!("dropped by {}", Level.name()); }
    }
}
struct Dropped;
fn main() {
    let dropped = vec![Dropped];
    println!("{}", dropped.len());
    println!("{} {} {} {}", Peg.doubled(), Peg.plain(), Pair(1).plain(), Pair(2).doubled());
    println!("{}", noted_module::plain());
    println!("{} {} {}", speed(), patience(), Peg.name());
    println!("{:?} {}", Link(Peg2, 2).clone(), Link(Peg2, 1) == Link(Peg2, Link::TAG));
    println!("{} {}", sum(&[1, 2]), sum(&[3, 4]));
    let caught = std::panic::catch_unwind(|| sum(&[10, 1]));
    println!("{:?}", caught.unwrap_err().downcast_ref::<String>());
}
//# marks/src/lib.rs
extern crate proc_macro;
use proc_macro::TokenStream;
#[proc_macro_attribute]
pub fn counted(_: TokenStream, item: TokenStream) -> TokenStream {
    let text = item.to_string().replacen('{', "{ COUNT.with(|count| count.set(count.get() + 1));", 1);
    let cell = "std::cell::Cell";
    format!("thread_local! {{ static COUNT: {cell}<u32> = const {{ {cell}::new(0) }}; }} {text}").parse().unwrap()
}
#[proc_macro_attribute]
pub fn noted(_: TokenStream, item: TokenStream) -> TokenStream {
    format!("#[doc = \"a note\"] {item}").parse().unwrap()
}
#[proc_macro_attribute]
pub fn twice(_: TokenStream, item: TokenStream) -> TokenStream {
    item.to_string().replacen('{', "{ 2 * ", 1).parse().unwrap()
}
#[proc_macro_attribute]
pub fn tagged(_: TokenStream, item: TokenStream) -> TokenStream {
    format!("{item} impl Link {{ const TAG: u8 = 1; }}").parse().unwrap()
}
#[proc_macro_derive(Named)]
pub fn named(item: TokenStream) -> TokenStream {
    let name = item.to_string().split([' ', ';']).nth(1).unwrap().to_string();
    let body = format!("format!(\"{{}}!\", stringify!({name}))");
    format!("impl {name} {{ fn name(&self) -> String {{ {body} }} }}").parse().unwrap()
}
