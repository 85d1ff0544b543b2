//! hashbrown = "0.15"
//!
//! 5 5 2 9 2 5 1

use hashbrown::hash_map::{Entry, RawEntryMut};
use hashbrown::{HashMap, HashSet, HashTable};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

type Fixed = BuildHasherDefault<DefaultHasher>;

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<u32> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let mut counts: HashMap<u32, u32> = HashMap::new();
    for &value in &values {
        match counts.entry(value) {
            Entry::Occupied(mut entry) => *entry.get_mut() += 1,
            Entry::Vacant(entry) => drop(entry.insert(1)),
        }
    }
    let mut rows: Vec<_> = counts.iter().collect();
    rows.sort();
    println!("{rows:?}");
    counts.retain(|_, count| *count > 1);
    println!("{} {:?}", counts.len(), counts.get_key_value(&2));
    let taken: Vec<_> = counts.extract_if(|key, _| *key == 5).collect();
    println!("{taken:?} {}", counts.contains_key(&5));

    let set: HashSet<u32, Fixed> = values.iter().copied().collect();
    let other: HashSet<u32, Fixed> = (1..6).collect();
    println!("{set:?}");
    println!("{:?} {}", &set & &other, set.is_subset(&other));
    let hasher = Fixed::default();
    let mut table: HashTable<(u32, &str)> = HashTable::new();
    for pair in [(1, "one"), (2, "two"), (70, "seventy")] {
        table.insert_unique(hasher.hash_one(pair.0), pair, |p| hasher.hash_one(p.0));
    }
    println!("{:?}", table.find(hasher.hash_one(70), |p| p.0 == 70));
    println!("{:?} {}", table.find(hasher.hash_one(3), |p| p.0 == 3), table.len());
    let mut names: HashMap<String, usize, Fixed> = HashMap::default();
    if let RawEntryMut::Vacant(entry) = names.raw_entry_mut().from_key("ann") {
        entry.insert("ann".into(), 3);
    }
    println!("{names:?}");
    println!("{:?}", names.get_many_mut(["ann", "bob"]));
}
