//! tap = "1"
//!
//! 5 3 x 9 1

use tap::{Conv, Pipe, Tap, TapFallible, TapOptional, TryConv};

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<i32> = line
        .split_whitespace()
        .filter_map(|word| {
            let parsed = word.parse::<i32>();
            parsed.tap_err(|error| println!("{word}: {error}")).ok()
        })
        .collect::<Vec<_>>()
        .tap(|all| println!("before {all:?}"))
        .tap_mut(|all| all.sort_unstable());
    println!("{values:?}");
    let sum = values.iter().sum::<i32>().pipe(|sum| sum * 2).tap_dbg(|sum| println!("debug {sum}"));
    println!("{sum}");
    values.first().tap_some(|first| println!("first {first}"));
    values.get(10).tap_none(|| println!("short"));
    println!("{}", 7u8.conv::<u64>() + 300u32.try_conv::<u8>().map_or(0, u64::from));
    println!("{:?}", values.pipe_ref(|v| v.len()).pipe(Some));
    println!("{}", "  text ".pipe(str::trim).pipe(str::to_uppercase));
}
