//! Impls whose removal compiles and changes what the program does.

use std::cell::Cell;

struct Tally(Cell<u32>);

impl Clone for Tally {
    fn clone(&self) -> Self {
        Tally(Cell::new(self.0.get()))
    }
}

/// Cloned in release builds only, so that the functions of a debug build do not reveal the clone.
struct Ledger(Cell<u32>);

impl Clone for Ledger {
    fn clone(&self) -> Self {
        Ledger(Cell::new(self.0.get()))
    }
}

fn untouched() -> u32 {
    let ledger = &Ledger(Cell::new(1));
    #[cfg(not(debug_assertions))]
    {
        let copy = ledger.clone();
        copy.0.set(5);
    }
    ledger.0.get()
}

struct Bag(Vec<u32>);

impl IntoIterator for Bag {
    type Item = u32;
    type IntoIter = std::vec::IntoIter<u32>;
    fn into_iter(mut self) -> Self::IntoIter {
        self.0.reverse();
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Bag {
    type Item = &'a u32;
    type IntoIter = std::slice::Iter<'a, u32>;
    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

struct Guard(&'static str);

impl Drop for Guard {
    fn drop(&mut self) {
        println!("dropped {}", self.0);
    }
}

fn consume<T>(_: T) {}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    #[default]
    Low,
    High = 7,
}

/// Prints the result of each trap.
pub fn run() {
    let tally = &Tally(Cell::new(1));
    let copy = tally.clone();
    copy.0.set(5);
    println!("{}", tally.0.get());
    println!("{}", untouched());
    for x in Bag(vec![1, 2, 3]).into_iter() {
        println!("{x}");
    }
    for x in &Bag(vec![4]) {
        println!("{x}");
    }
    consume(Guard("one"));
    let _kept = Guard("two");
    println!("{:?} {}", Level::default(), Level::High as u8);
}
