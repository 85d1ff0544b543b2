//! Macros that give places, which differ in one file but are not printed here.
macro_rules! check {
    ($e:expr) => {
        if !$e {
            eprintln!("{}:{}: {} failed", file!(), line!(), stringify!($e));
        }
    };
}
fn main() {
    let one = std::env::args().count();
    check!(one == 2);
    eprintln!("in {} at {} or {}", file!(), line!(), column!() + 1);
    println!("{}", dbg!(one * 2));
    let a_long_name = dbg!(one + 1) + 1;
    println!("{}", dbg!(a_long_name));
    println!("{}", (line!() ^ column!()) & 0);
}
