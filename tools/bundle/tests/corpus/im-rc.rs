//! im-rc = "15"
//!
//! 4 8 15 16 23 42

use im_rc::{hashmap, ordset, vector, HashMap, OrdMap, OrdSet, Vector};

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let first: Vector<i32> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();

    // Every version stays available.
    let mut versions = vec![first];
    for i in 0..5 {
        let mut next = versions[i].clone();
        next.push_back(i as i32 * 100);
        next.set(i, -1);
        versions.push(next);
    }
    for version in &versions {
        println!("{} {:?}", version.len(), version.iter().sum::<i32>());
    }
    let (left, right) = versions[5].clone().split_at(4);
    println!("{left:?} {right:?} {:?}", right.clone() + left.clone());

    let mut map: OrdMap<i32, &str> = [(3, "c"), (1, "a"), (2, "b")].into_iter().collect();
    let before = map.clone();
    map.remove(&1);
    map.insert(9, "z");
    println!("{before:?} {map:?} {:?}", map.get_prev(&8));
    println!("{:?}", before.union(map));

    let set: OrdSet<u8> = ordset![5, 1, 4, 1];
    println!("{set:?} {:?}", set.clone().intersection(ordset![4, 5, 6]));
    let counts: HashMap<char, usize> = "mississippi"
        .chars()
        .fold(hashmap! {}, |counts, c| counts.alter(|n| Some(n.unwrap_or(0) + 1), c));
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort();
    println!("{rows:?} {:?}", vector![1, 2, 3].into_iter().rev().collect::<Vector<_>>());
}
