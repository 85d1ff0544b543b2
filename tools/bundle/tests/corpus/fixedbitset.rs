//! fixedbitset = "0.5"
//!
//! 6 7
//! 0 1
//! 1 2
//! 2 0
//! 2 3
//! 3 4
//! 4 5
//! 5 3

use fixedbitset::FixedBitSet;
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace().map(|w| w.parse::<usize>().unwrap());
    let (n, m) = (words.next().unwrap(), words.next().unwrap());
    let mut reach = vec![FixedBitSet::with_capacity(n); n];
    for (i, row) in reach.iter_mut().enumerate() {
        row.insert(i);
    }
    for _ in 0..m {
        let (a, b) = (words.next().unwrap(), words.next().unwrap());
        reach[a].insert(b);
    }
    for k in 0..n {
        let through = reach[k].clone();
        for row in &mut reach {
            if row.contains(k) {
                row.union_with(&through);
            }
        }
    }
    for row in &reach {
        println!("{row} {} {:?}", row.count_ones(..), row.ones().last());
    }
    let common = reach.iter().skip(1).fold(reach[0].clone(), |all, row| &all & row);
    println!("{:?}", common.ones().collect::<Vec<_>>());
    let mut other = &reach[0] ^ &reach[3];
    other.grow(70);
    other.set(69, true);
    other.toggle_range(10..20);
    println!("{} {:?} {}", other.len(), other.as_slice(), other.is_disjoint(&common));
    println!("{:?}", other.zeroes().take(5).collect::<Vec<_>>());
}
