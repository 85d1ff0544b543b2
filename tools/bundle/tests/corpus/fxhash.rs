//! fxhash = "0.2"
//!
//! 10 3 1 0 2

use fxhash::{hash32, hash64, FxBuildHasher, FxHashMap, FxHashSet};
use std::collections::HashMap;

fn collatz(n: u64, cache: &mut FxHashMap<u64, u32>) -> u32 {
    if n == 1 {
        return 0;
    }
    if let Some(&steps) = cache.get(&n) {
        return steps;
    }
    let next = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
    let steps = collatz(next, cache) + 1;
    cache.insert(n, steps);
    steps
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let cells: FxHashSet<u8> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    println!("{cells:?}");
    let mut cache = FxHashMap::default();
    let longest = (1..2000).max_by_key(|&n| collatz(n, &mut cache)).unwrap();
    println!("{longest} {} {}", cache[&longest], cache.len());
    println!("{:?}", cache.iter().take(5).collect::<Vec<_>>());
    println!("{:016x} {:08x}", hash64(&("text", [1u16, 2, 3])), hash32("text"));
    let mut names: HashMap<&str, i32, FxBuildHasher> =
        HashMap::with_capacity_and_hasher(8, Default::default());
    for (i, name) in ["red", "green", "blue", "red"].into_iter().enumerate() {
        *names.entry(name).or_insert(0) += i as i32;
    }
    println!("{names:?}");
}
