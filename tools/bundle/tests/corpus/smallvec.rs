//! smallvec = { version = "1", features = ["const_generics", "union"] }
//!
//! 3 1 4 1 5 9 2 6

use smallvec::{smallvec, SmallVec, ToSmallVec};

type Moves = SmallVec<[u16; 4]>;

fn moves(from: u16) -> Moves {
    [1, 5, 6, 7, 11].into_iter().map(|step| from + step).filter(|to| to % 3 != 0).collect()
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let mut values: SmallVec<[i32; 5]> = SmallVec::new();
    for value in line.split_whitespace().map(|w| w.parse().unwrap()) {
        values.push(value);
        print!("{}{} ", values.len(), if values.spilled() { "h" } else { "i" });
    }
    println!();
    values.insert(2, -7);
    println!("{:?} {:?} {}", values.remove(0), values.pop(), values.swap_remove(1));
    values.retain(|v| *v % 2 != 0);
    values.sort_unstable();
    values.dedup();
    println!("{values:?} {:?}", values.drain(1..3).collect::<Vec<_>>());
    values.extend_from_slice(&[8, 8]);
    values.shrink_to_fit();
    println!("{values:?} {} {}", values.spilled(), values.iter().sum::<i32>());
    for from in 0..4 {
        println!("{:?}", moves(from));
    }
    let names: SmallVec<[String; 2]> = smallvec!["a".to_string(), "b".into(), "c".into()];
    println!("{} {:?}", names.concat(), names.into_iter().rev().collect::<Moves2>());
    println!("{:?}", [1u8, 2].to_smallvec() as SmallVec<[u8; 2]> == SmallVec::from_buf([1, 2]));
}

type Moves2 = SmallVec<[String; 8]>;
