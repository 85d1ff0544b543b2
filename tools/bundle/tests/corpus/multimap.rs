//! multimap = "0.10"
//!
//! 0 1
//! 0 2
//! 1 3
//! 2 3
//! 3 4
//! 0 4

use multimap::{multimap, MultiMap};
use std::collections::VecDeque;
use std::io::BufRead;

fn main() {
    let mut edges: MultiMap<u32, u32> = MultiMap::new();
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (a, b) = line.split_once(' ').unwrap();
        edges.insert(a.parse().unwrap(), b.parse().unwrap());
    }
    let (mut order, mut queue) = (vec![0], VecDeque::from([0]));
    while let Some(node) = queue.pop_front() {
        for &next in edges.get_vec(&node).into_iter().flatten() {
            if !order.contains(&next) {
                order.push(next);
                queue.push_back(next);
            }
        }
    }
    println!("{order:?} {:?}", edges.get(&0));
    println!("{} {:?}", edges.len(), edges.get_vec(&9));
    edges.retain(|&from, &to| to - from < 3);
    println!("{:?} {}", edges.remove(&0), edges.contains_key(&0));
    let mut rows: Vec<_> = edges.iter_all().map(|(k, v)| (*k, v.clone())).collect();
    rows.sort();
    println!("{rows:?}");
    let mut teams = multimap! { "red" => "ann", "blue" => "bob", "red" => "cid" };
    teams.insert_many("blue", ["dan", "eve"]);
    teams.entry("red").or_insert("none");
    println!("{:?} {:?} {}", teams["red"], teams.get_vec("blue"), teams.is_vec("red"));
}
