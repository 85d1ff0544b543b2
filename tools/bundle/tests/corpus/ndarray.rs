//! ndarray = "0.16"
//!
//! 3 4
//! 1 5 2 8
//! 7 3 6 4
//! 9 0 1 2

use ndarray::{array, s, Array1, Array2, Axis, Zip};
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let mut words = text.split_whitespace().map(|w| w.parse::<i64>().unwrap());
    let (rows, columns) = (words.next().unwrap() as usize, words.next().unwrap() as usize);
    let grid = Array2::from_shape_vec((rows, columns), words.collect()).unwrap();
    println!("{grid}");
    println!("{} {}", grid.sum_axis(Axis(0)), grid.sum_axis(Axis(1)));
    println!("{}", grid.dot(&grid.t()));
    println!("{:?}", grid.slice(s![..;-1, 1..3]));

    // Sums over rectangles.
    let mut sums = Array2::<i64>::zeros((rows + 1, columns + 1));
    for ((r, c), &value) in grid.indexed_iter() {
        sums[[r + 1, c + 1]] = value + sums[[r, c + 1]] + sums[[r + 1, c]] - sums[[r, c]];
    }
    println!("{}", sums[[3, 3]] - sums[[1, 3]] - sums[[3, 1]] + sums[[1, 1]]);

    let mut best = Array1::<i64>::zeros(columns);
    for row in grid.rows() {
        Zip::from(&mut best).and(row).for_each(|best, &value| *best = (*best).max(value));
    }
    println!("{best} {:?}", best.iter().max());
    let filter = array![[1, -1], [2, 0]];
    let windows: Vec<i64> =
        grid.windows((2, 2)).into_iter().map(|w| (&w * &filter).sum()).collect();
    println!("{windows:?}");
    println!("{:?}", grid.mapv(|v| v as f64).mean_axis(Axis(0)).unwrap().mapv(f64::round));
}
