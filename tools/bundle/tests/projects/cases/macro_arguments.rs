//! Macros see every token of their arguments: last commas, separate signs, spaces, digits.
macro_rules! kind {
    ($($x:expr),*) => { 1 };
    ($($x:expr,)*) => { 2 };
}
macro_rules! sizes {
    ($($t:ty,)*) => { [$(std::mem::size_of::<$t>(),)*] };
}
macro_rules! define {
    ($n:ident $(< $t:ident >)? = $e:ty;) => {
        type $n $(<$t>)? = ($e, std::marker::PhantomData<($($t)?)>);
    };
}
macro_rules! text {
    ($($t:tt)*) => { stringify!($($t)*) };
}
macro_rules! passed {
    ($($t:tt)*) => { text!($($t)*) };
}
macro_rules! arm {
    (#![allow(shrink)] $x:expr) => { $x };
    ($x:expr) => { -$x };
}
macro_rules! documented {
    ($(#[$attr:meta])* $name:ident, $($doc:expr),*) => {
        $(#[$attr])* $(#[cfg_attr(docsrs, doc = $doc)])* fn $name() -> i32 { arm!(3) + arm!(#![allow(shrink)] 5) }
    };
}
macro_rules! commented {
    (
        /// What no call repeats.
        a = $x:expr,
        /// Nor this.
        b = { $y:expr }
    ) => { $x - $y };
}
documented!(#[inline] seven, "a", "b");
define! { Generic<T> = u8; }
define! { Plain = u8; }
fn main() {
    println!("{} {}", kind!(1, 2), kind!(1, 2,),);
    println!("{}", stringify!(a, b,));
    println!("{:?}", sizes! { u8, u16, Vec<Vec<u8>>, });
    let (generic, plain): (Generic<u16>, Plain) = ((1, Default::default()), (2, Default::default()));
    println!("{} {}", generic.0, plain.0);
    println!("{} {}", seven(), commented!(a = 9, b = { 5 }));
    println!("{} | {} | {}", text!(a+b - c, 1_000), passed!(x  ..= y ; z), stringify!(f( a )));
    println!("{} | {}", stringify!(#[attr] fn f()), text!(#![inner(x)]struct S;));
}
