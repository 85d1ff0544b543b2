//! ahash = "0.8"
//!
//! 4 8 15 16 23 42 15 8

use ahash::{AHashMap, AHashSet, HashMap, HashMapExt, RandomState};
use std::hash::{BuildHasher, Hash, Hasher};

#[derive(Hash, PartialEq, Eq, Debug, Clone)]
struct Board {
    cells: Vec<u8>,
    turn: bool,
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let mut counts: AHashMap<u32, u32> = AHashMap::new();
    for value in line.split_whitespace().map(|w| w.parse().unwrap()) {
        *counts.entry(value).or_default() += 1;
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort();
    println!("{rows:?}");

    let mut seen: AHashSet<Board> = AHashSet::default();
    let mut board = Board { cells: vec![1, 2, 3, 4, 5], turn: false };
    while seen.insert(board.clone()) {
        board.cells.rotate_left(2);
        board.turn = !board.turn;
    }
    println!("{} {board:?}", seen.len());
    let mut table: HashMap<Board, i32> = HashMap::with_capacity(4);
    table.insert(board.clone(), 7);
    println!("{:?}", table.get(&board));

    // Equal keys give equal hashes.
    let state = RandomState::with_seeds(1, 2, 3, 4);
    println!("{}", state.hash_one(&board) == state.hash_one(board.clone()));
    println!("{}", state.hash_one(1u64) == state.hash_one(2u64));
    let mut hasher = state.build_hasher();
    "part".hash(&mut hasher);
    let part = hasher.finish();
    7u8.hash(&mut hasher);
    println!("{}", part == hasher.finish());
}
