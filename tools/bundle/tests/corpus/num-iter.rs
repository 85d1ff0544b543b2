//! num-iter = "0.1"
//! num-traits = "0.2"
//!
//! 3 25 4

use num_iter::{range, range_from, range_inclusive, range_step, range_step_inclusive};
use num_traits::{One, ToPrimitive, Zero};

fn sum_of_squares<T: Clone + PartialOrd + One + Zero + ToPrimitive>(from: T, to: T) -> T {
    range(from, to).fold(T::zero(), |sum, i| sum + i.clone() * i)
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let n: Vec<i32> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    println!("{:?}", range(n[0], 9).rev().collect::<Vec<_>>());
    println!("{:?}", range_step(n[0], n[1], n[2]).collect::<Vec<_>>());
    println!("{:?}", range_step_inclusive(n[1], n[0], -2).collect::<Vec<_>>());
    println!("{} {}", range_inclusive(250u8, 255).count(), range_inclusive(1, n[2]).sum::<i32>());
    println!("{:?}", range_from(7u64).map(|i| i * i).take(4).collect::<Vec<_>>());
    println!("{} {}", sum_of_squares(1u32, 11), sum_of_squares(-3i64, 3));
    println!("{:?} {:?}", range(0u128, 5).size_hint(), range(5, 0).next());
}
