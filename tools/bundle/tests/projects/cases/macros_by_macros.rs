//! Exported macros that a dependency's macros define.
fn val() -> i32 { 7 }
fn main() {
    println!("{:?} {:?}", one::three!(1, 2, 3), one::three!(1, 2, 3; 4, 5));
    println!("{} {} {}", one::first!(4), one::second!(5), one::caller!());
    println!("{}", one::inside());
}
//# one/src/lib.rs
macro_rules! variables {
    ($_:tt $name:ident ($($v:ident)*)) => {
        #[macro_export]
        macro_rules! $name {
            ($($_$v:expr),* $_(; $_($q:expr),*)?) => { [$($_$v),* $_(, $_($q),*)?] };
        }
    };
}
variables! {$ three (a b c)}
pub mod deep {
    macro_rules! named {
        ($($name:ident $number:literal $path:ident)*) => { $(
            #[macro_export]
            macro_rules! $name { ($e:expr) => { $crate::$path::times($e, $number) }; }
            const _: i32 = $crate::$path::times(2, $number);
        )* };
    }
    named! { first 10 deep second 100 deep }
    pub const fn times(x: i32, y: i32) -> i32 { x * y }
    macro_rules! of_caller {
        ($name:ident) => {
            #[macro_export]
            macro_rules! $name { () => { crate::val() + $crate::val() }; }
        };
    }
    of_caller!(caller);
}
pub fn val() -> i32 { 30 }
pub fn inside() -> i32 { first!(3) + second!(4) + caller!() }
