//! ac-library-rs = "0.2"
//!
//! 6 5
//! 3 1 4 1 5 9
//! 0 1 2
//! 1 1 5
//! 0 4 7
//! 1 0 6
//! 1 3 4

use ac_library::{convolution, Additive, Dsu, Max, MfGraph, ModInt998244353 as Mint, Segtree};
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace().map(|w| w.parse::<usize>().unwrap());
    let mut next = || words.next().unwrap();
    let (n, queries) = (next(), next());
    let values: Vec<i64> = (0..n).map(|_| next() as i64).collect();
    let mut sums = Segtree::<Additive<i64>>::from(values.clone());
    let mut tops = Segtree::<Max<i64>>::from(values.clone());
    let mut groups = Dsu::new(n);
    for _ in 0..queries {
        let (kind, a, b) = (next(), next(), next());
        if kind == 0 {
            sums.set(a, b as i64);
            tops.set(a, b as i64);
            groups.merge(a, b % n);
        } else {
            println!("{} {}", sums.prod(a..b), tops.prod(a..b));
        }
    }
    println!("{:?}", groups.groups());
    println!("first prefix over 12: {}", sums.max_right(0, |&sum| sum <= 12));

    let power = Mint::new(3).pow(1_000_000);
    println!("{power} {}", power.inv() * power);
    let a: Vec<Mint> = values.iter().map(|&v| Mint::new(v)).collect();
    let product: Vec<u32> = convolution(&a, &a).iter().map(|m| m.val()).collect();
    println!("{product:?}");

    let mut graph = MfGraph::<i32>::new(5);
    for (from, to, capacity) in [(0, 1, 3), (0, 2, 5), (1, 3, 4), (2, 3, 2), (2, 1, 1), (3, 4, 6)] {
        graph.add_edge(from, to, capacity);
    }
    println!("flow {} cut {:?}", graph.flow(0, 4), graph.min_cut(0));
    println!("{:?}", ac_library::suffix_array("abracadabra"));
    println!("{:?}", ac_library::crt(&[2, 3, 2], &[3, 5, 7]));
}
