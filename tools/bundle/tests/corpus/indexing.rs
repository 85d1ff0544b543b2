//! indexing = "0.4"
//!
//! 9 2 7 4 8 1 5 3 6

use indexing::algorithms::{lower_bound, quicksort_range};
use indexing::scope;

fn insertion_sort<T: PartialOrd>(values: &mut [T]) {
    scope(values, |mut values| {
        for i in values.range() {
            let mut here = i;
            while let Some(before) = values.vet(here.integer().wrapping_sub(1)).ok() {
                if values[before] <= values[here] {
                    break;
                }
                values.swap(before, here);
                here = before;
            }
        }
    });
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let mut values: Vec<i32> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let mut copy = values.clone();
    insertion_sort(&mut values);
    println!("{values:?}");
    quicksort_range(&mut copy);
    println!("{copy:?} {}", copy == values);
    println!("{} {}", lower_bound(&copy, &5), lower_bound(&copy, &50));

    let (low, high) = scope(&mut values[..], |values| {
        let (left, right) = values.split_at(values.vet(4).unwrap());
        (values[left].iter().sum::<i32>(), values[right].iter().sum::<i32>())
    });
    println!("{low} {high}");
}
