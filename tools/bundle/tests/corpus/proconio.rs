//! proconio = { version = "0.5", features = ["derive"] }
//!
//! 3 2
//! 1 2 3
//! 4 5 6
//! ab#.
//! 4 10 20 30 40
//! 5 fish 2
//! 7 7

use proconio::marker::{Bytes, Chars, Isize1, Usize1};
use proconio::{derive_readable, fastout, input};

#[derive_readable]
#[derive(Debug)]
struct Order {
    amount: u32,
    name: String,
    place: Usize1,
}

fn total(rows: &[Vec<i64>]) -> i64 {
    rows.iter().flatten().sum()
}

#[fastout]
fn main() {
    input! {
        width: usize,
        height: usize,
        rows: [[i64; width]; height],
        grid: Chars,
    }
    println!("{} {:?}", total(&rows), rows[1]);
    println!("{} {:?}", grid.len(), grid.iter().rev().collect::<String>());
    input! { values: [u32], mut order: Order }
    println!("{values:?} {order:?} {} {}", order.name, order.place);
    order.amount += values[0];
    println!("{}", order.amount);
    input! { pair: (Isize1, Bytes) }
    println!("{pair:?}");
}
