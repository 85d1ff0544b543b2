//! indexmap = "2"
//!
//! add x 5
//! add y 7
//! add z 1
//! add x 10
//! del y
//! add w 3
//! swap z

use indexmap::{indexmap, map::Entry, IndexMap, IndexSet};
use std::io::BufRead;

fn main() {
    let mut scores: IndexMap<String, i32> = IndexMap::new();
    for line in std::io::stdin().lock().lines().map(|line| line.unwrap()) {
        let words: Vec<&str> = line.split(' ').collect();
        match words[..] {
            ["add", name, amount] => {
                *scores.entry(name.into()).or_default() += amount.parse::<i32>().unwrap()
            }
            ["del", name] => println!("{:?}", scores.shift_remove(name)),
            ["swap", name] => {
                let index = scores.get_index_of(name).unwrap();
                scores.swap_indices(0, index);
            }
            _ => unreachable!(),
        }
    }
    println!("{scores:?} {:?}", scores.get_index(1));
    scores.sort_by(|_, a, _, b| b.cmp(a));
    println!("{:?} {:?}", scores.first(), scores.keys().collect::<Vec<_>>());
    if let Entry::Occupied(entry) = scores.entry("w".into()) {
        println!("{} {}", entry.index(), entry.swap_remove());
    }
    let set: IndexSet<u32> = [5, 3, 5, 8, 1, 3].into_iter().collect();
    let other = IndexSet::from([8, 9, 5]);
    println!("{set:?} {:?} {:?}", &set & &other, &set - &other);
    println!("{:?}", set.symmetric_difference(&other).collect::<Vec<_>>());
    let sides = indexmap! { "north" => 0, "east" => 90 };
    println!("{sides:?} {}", sides["east"]);
    println!("{:?}", set.into_iter().rev().collect::<Vec<_>>());
}
