//! omniswap = "0.1"

use std::cell::{Cell, RefCell};

fn main() {
    let (mut x, mut y) = (1, 2);
    omniswap::swap!(&mut x, &mut y);
    println!("{x} {y}");

    let (a, b) = (Cell::new("left".to_string()), Cell::new("right".to_string()));
    omniswap::swap!(&a, &b);
    println!("{} {}", a.into_inner(), b.into_inner());

    let cells = [RefCell::new(vec![1]), RefCell::new(vec![2, 3])];
    omniswap::swap!(&cells[0], &cells[1]);
    omniswap::swap!(&cells[0], &cells[0]);
    println!("{cells:?}");

    // Shuffles with a fixed sequence.
    let mut row = [Cell::new(0), Cell::new(1), Cell::new(2), Cell::new(3), Cell::new(4)];
    for i in 0..20 {
        omniswap::swap!(&row[i * 7 % 5], &row[i * i % 5]);
    }
    println!("{:?}", row.iter().map(Cell::get).collect::<Vec<_>>());
    let mut last = 99;
    omniswap::swap!(&mut last, &row[2]);
    println!("{last} {}", row[2].get_mut());
}
