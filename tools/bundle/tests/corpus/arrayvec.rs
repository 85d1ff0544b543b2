//! arrayvec = "0.7"
//!
//! 7 2 9 4 4 1 8

use arrayvec::{ArrayString, ArrayVec};
use std::fmt::Write;

#[derive(Debug, Clone, PartialEq)]
struct Move {
    from: u8,
    to: u8,
}

fn moves(from: u8) -> ArrayVec<Move, 8> {
    (1..=from / 2).map(|step| Move { from, to: from - step }).take(8).collect()
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let mut stack: ArrayVec<u8, 6> = ArrayVec::new();
    for value in line.split_whitespace().map(|w| w.parse().unwrap()) {
        if let Err(full) = stack.try_push(value) {
            println!("full: {full} {}", full.element());
        }
    }
    println!("{stack:?} {} {}", stack.len(), stack.remaining_capacity());
    println!("{:?} {:?} {}", stack.remove(1), stack.swap_remove(0), stack.contains(&4));
    stack.insert(1, 77);
    println!("{stack:?} {:?}", stack.drain(..2).collect::<ArrayVec<_, 2>>());
    stack.retain(|v| *v != 4);
    println!("{:?} {:?}", stack.iter().max(), stack.clone().into_inner());
    println!("{:?}", moves(5));
    println!("{}", moves(19) == moves(18));
    let mut text = ArrayString::<10>::new();
    println!("{:?} {:?}", write!(text, "{}-{}", 12, "ab"), write!(text, "{}", 1_000_000));
    println!("{text} {} {:?}", text.len(), text.try_push_str("overflow").is_err());
    println!("{:?}", ArrayVec::from([3, 1, 2]).into_iter().rev().collect::<Vec<_>>());
}
