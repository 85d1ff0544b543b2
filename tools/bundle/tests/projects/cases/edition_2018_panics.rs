//! Edition 2018
//! Panics with one argument, which later editions format: texts with braces, values of any type, in assertions and macros.
use std::panic::catch_unwind;
fn text(f: fn()) -> String {
    let payload = catch_unwind(f).unwrap_err();
    let s = payload.downcast_ref::<&'static str>().map(|s| format!("str {}", s));
    s.or_else(|| payload.downcast_ref::<String>().map(|s| format!("string {}", s))).or_else(|| payload.downcast_ref::<u8>().map(|s| format!("u8 {}", s))).unwrap()
}
macro_rules! fail { ($m:expr) => { panic!($m) }; }
macro_rules! ensure { ($c:expr, $($arg:tt)*) => { if !$c { panic!($($arg)*) } }; }
const TEXT: &str = "{k}";
fn main() {
    std::panic::set_hook(Box::new(|_| {}));
    println!("{}", text(|| panic!("a {}")));
    assert!("1".chars().map(|c| c.to_digit(10).ok_or(c)).collect::<Result<Vec<u32>, char>>().is_ok());
    println!("{}", text(|| { panic! { String::from("braces") } }));
    println!("{}", text(|| panic!("\x7b\x7b")));
    debug_assert!(1 < 2, String::from("never"));
    println!("{}", text(|| panic!("a {{}}")));
    println!("{}", text(|| std::panic!("a {{}}")));
    println!("{}", text(|| ::std::assert!(1 > 2, String::from("b"))));
    println!("{}", text(|| panic!(format!("b {}", 1))));
    println!("{}", text(|| panic!(7u8)));
    println!("{}", text(|| assert!(1 > 2, format!("c {}", 1))));
    println!("{}", text(|| assert!(1 > 2, "{d}")));
    println!("{}", text(|| fail!("g {}")));
    println!("{}", text(|| fail!(String::from("h"))));
    println!("{}", text(|| ensure!(false, "i {}", 1)));
    println!("{}", text(|| unreachable!("j {{}}")));
    println!("{}", text(|| unreachable!(7u8)));
    println!("{}", text(|| unreachable!(TEXT)));
}
