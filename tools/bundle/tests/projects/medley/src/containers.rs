//! Dependencies under their own names and under other names.

use ::smallvec::{smallvec, SmallVec};
use arrayvec::{ArrayVec, CapacityError};
use fxhash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// Prints values from each dependency.
pub fn run() {
    let mut few: ArrayVec<u8, 3> = ArrayVec::new();
    few.extend([1, 2]);
    few.push(3);
    println!("{few:?} {:?}", few.try_push(4).map_err(|e: CapacityError<u8>| e.element()));
    println!("{:?}", few.into_iter().rev().collect::<arrayvec::ArrayVec<_, 4>>());
    let mut small: SmallVec<[u32; 2]> = smallvec![1, 2];
    small.push(3);
    println!("{small:?} spilled {}", small.spilled());
    let mut map: FxHashMap<&str, Vec<i32>> = FxHashMap::default();
    map.entry("a").or_default().push(-1);
    let mut hasher = FxHasher::default();
    "text".hash(&mut hasher);
    println!("{map:?} {:x}", hasher.finish());
    let set = fxhash::FxHashSet::<u8>::from_iter([1]);
    println!("{}", set.len());
}
