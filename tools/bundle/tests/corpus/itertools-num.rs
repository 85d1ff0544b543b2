//! itertools-num = "0.1"
//!
//! 2 7 1 8 2 8

use itertools_num::{linspace, ItertoolsNum};

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<i64> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let sums: Vec<i64> = std::iter::once(0).chain(values.iter().cumsum()).collect();
    println!("{sums:?}");
    for (from, to) in [(0, 6), (1, 3), (4, 6)] {
        println!("{from}..{to}: {}", sums[to] - sums[from]);
    }
    println!("{:?}", linspace(0.0f64, 1.0, 5).collect::<Vec<_>>());
    println!("{:?}", linspace(3.0f32, -3.0, 4).rev().collect::<Vec<_>>());
    let area: f64 = linspace(0.0, std::f64::consts::PI, 1001).map(f64::sin).sum::<f64>()
        * std::f64::consts::PI
        / 1000.0;
    println!("{area:.5} {}", linspace(0.0f64, 1.0, 7).len());
}
