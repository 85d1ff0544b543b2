//! text_io = "0.1"
//!
//! 3 4
//! (1, 2) -> 9
//! (5, -6) -> 0
//! (0, 3) -> 44
//! the end; really

use text_io::{read, scan, try_read, try_scan};

fn main() {
    let count: usize = read!();
    let factor: i32 = read!("{}\n");
    let mut total = 0;
    for _ in 0..count {
        let (x, y, value): (i32, i32, i32);
        scan!("({}, {}) -> {}\n", x, y, value);
        println!("{x} {y} {}", value * factor);
        total += x * y + value;
    }
    let text: String = read!("{};");
    println!("{total} {text}");
    let rest: String = read!(" {}\n");
    println!("{rest}");
    let result: Result<u8, _> = try_read!("{}", "300 ".bytes());
    println!("{}", result.is_err());
    if let Err(error) = (|| -> Result<(), Box<dyn std::error::Error>> {
        let (a, b): (u8, u8);
        try_scan!("7-x".bytes() => "{}-{}", a, b);
        println!("{a} {b}");
        Ok(())
    })() {
        println!("error {}", error.to_string().len() > 3);
    }
    let (from, to): (u32, u32);
    scan!("12..34".bytes() => "{}..{}", from, to);
    println!("{}", to - from);
}
