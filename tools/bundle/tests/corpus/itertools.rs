//! itertools = "0.14"
//!
//! 3 1 4 1 5 9 2 6 5 3

use itertools::{iproduct, izip, Itertools, MinMaxResult, Position};

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values = line.split_whitespace().map(|w| w.parse::<i32>().unwrap()).collect_vec();
    println!("{}", values.iter().sorted().dedup().join(","));
    println!("{:?}", values.iter().tuple_windows().filter(|(a, b)| a < b).count());
    println!(
        "{:?}",
        values.iter().copied().into_group_map_by(|v| v % 3).into_iter().sorted().collect_vec()
    );
    println!("{:?}", values.iter().counts().into_iter().sorted_by_key(|&(v, n)| (n, v)).last());
    if let MinMaxResult::MinMax(low, high) = values.iter().minmax() {
        println!("{low}..{high} {:?}", values.iter().position_max());
    }
    for (key, group) in &values.iter().chunk_by(|&&v| v > 3) {
        print!("{key}:{} ", group.format("+"));
    }
    println!();
    println!("{:?}", (1..=4).permutations(3).step_by(7).collect_vec());
    println!(
        "{:?}",
        "abcd".chars().combinations(2).map(|c| c.iter().collect::<String>()).collect_vec()
    );
    println!("{:?}", (0..3).powerset().map(|s| s.len()).collect_vec());
    println!("{}", iproduct!(0..3, 0..4).filter(|(a, b)| (a + b) % 2 == 0).count());
    println!("{:?}", izip!(&values, 1.., "xyz".chars()).collect_vec());
    println!("{:?}", [1, 4, 9].iter().merge(&[2, 3, 10]).collect_vec());
    println!("{:?}", (1..6).interleave(10..12).collect_vec());
    println!("{:?}", [1, 2, 3].iter().multi_cartesian_product_len());
    let marked =
        "abc".chars().with_position().map(|(p, c)| if p == Position::Last { '.' } else { c });
    println!("{} {:?}", marked.collect::<String>(), (0..7).tuples::<(_, _, _)>().collect_vec());
}

trait ProductLength: Iterator + Sized {
    fn multi_cartesian_product_len(self) -> usize {
        let axes = self.map(|_| 0..2).collect_vec();
        axes.into_iter().multi_cartesian_product().count()
    }
}

impl<I: Iterator> ProductLength for I {}
