//! bitset-fixed = "0.1"
//!
//! 7 20
//! 3 5 8 9 11 14 15

use bitset_fixed::BitSet;
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<usize> = text.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let (limit, weights) = (numbers[1], &numbers[2..]);

    // Subset sums.
    let mut reachable = BitSet::new(limit + 1);
    reachable.set(0, true);
    for &weight in weights {
        reachable |= &(&reachable << weight);
    }
    println!("{} of {}", reachable.count_ones(), reachable.size());
    println!("{:?}", (0..=limit).filter(|&i| !reachable[i]).collect::<Vec<_>>());

    let mut odd = BitSet::new(limit + 1);
    for i in (1..=limit).step_by(2) {
        odd.set(i, true);
    }
    println!("{}", (&reachable & &odd).count_ones());
    println!("{}", (&reachable ^ &odd).count_ones());
    odd >>= 4;
    println!("{:?}", odd);
    println!("{}", (!&odd).count_ones());
}
