//! ordered-float = "5"
//!
//! 2.5 -1 0 7.25 2.5

use ordered_float::{NotNan, OrderedFloat};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashSet};

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<f64> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let mut heap: BinaryHeap<_> = values.iter().map(|&v| Reverse(OrderedFloat(v))).collect();
    while let Some(Reverse(OrderedFloat(value))) = heap.pop() {
        print!("{value} ");
    }
    println!();
    let best = values.iter().copied().map(OrderedFloat).max().unwrap();
    println!("{best} {:?} {}", best, best + 1.0);
    let mut nan = vec![OrderedFloat(f64::NAN), OrderedFloat(-1.0), OrderedFloat(f64::INFINITY)];
    nan.sort();
    println!("{nan:?} {}", nan[2] == OrderedFloat(f64::NAN));

    println!("{:?}", NotNan::new(f64::NAN).map_err(|e| e.to_string()));
    let exact: Vec<NotNan<f64>> = values.iter().map(|&v| NotNan::new(v).unwrap()).collect();
    println!("{:?} {:?}", exact.iter().min(), exact.iter().sum::<NotNan<f64>>());
    println!("{} {}", exact[1] * exact[3], exact[3].floor());
    let distinct: HashSet<_> = exact.iter().collect();
    println!("{}", distinct.len());
    let index: BTreeMap<NotNan<f64>, usize> =
        exact.iter().enumerate().map(|(i, &v)| (v, i)).collect();
    println!("{index:?} {:?}", index.range(NotNan::new(1.0).unwrap()..).next());
    println!("{:?}", "1.5".parse::<OrderedFloat<f32>>());
}
