//! rustc-hash = "2"
//!
//! 4 7 1 7 4 4 9

use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet, FxHasher};
use std::hash::{BuildHasher, Hash, Hasher};

#[derive(Hash, PartialEq, Eq, Clone, Copy, Debug)]
struct State {
    position: (u8, u8),
    turn: u32,
    is_mine: bool,
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let mut counts: FxHashMap<u32, u32> = FxHashMap::default();
    for value in line.split_whitespace().map(|w| w.parse().unwrap()) {
        *counts.entry(value).or_insert(0) += 1;
    }
    // The order of iteration depends on the hashes alone.
    println!("{counts:?}");
    let mut seen: FxHashSet<State> = FxHashSet::default();
    let mut state = State { position: (3, 4), turn: 0, is_mine: true };
    while seen.insert(state) {
        let (x, y) = state.position;
        let position = (x.wrapping_mul(5).wrapping_add(y) % 24, y.wrapping_add(x) % 24);
        state = State { position, turn: (state.turn + 7) % 12, is_mine: !state.is_mine };
    }
    println!("{} {state:?}", seen.len());
    println!("{:?}", seen.iter().take(3).collect::<Vec<_>>());
    let mut hasher = FxHasher::default();
    "some text".hash(&mut hasher);
    hasher.write_u8(7);
    hasher.write(b"longer than sixteen bytes");
    println!("{:016x} {:016x}", hasher.finish(), FxBuildHasher.hash_one(state));
}
