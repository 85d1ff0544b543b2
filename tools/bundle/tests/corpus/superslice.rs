//! superslice = "1"
//!
//! 1 3 3 4 7 7 7 9

use superslice::Ext;

fn longest_increasing(values: &[i32]) -> usize {
    let mut ends: Vec<i32> = Vec::new();
    for &value in values {
        let at = ends.lower_bound(&value);
        if at == ends.len() {
            ends.push(value);
        } else {
            ends[at] = value;
        }
    }
    ends.len()
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<i32> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    for wanted in [0, 3, 5, 7, 10] {
        let range = values.equal_range(&wanted);
        println!(
            "{wanted}: {} {} {range:?}",
            values.lower_bound(&wanted),
            values.upper_bound(&wanted)
        );
    }
    println!("{}", values.upper_bound_by_key(&16, |v| v * v));
    println!("{}", values.lower_bound_by(|v| (v / 2).cmp(&3)));
    println!("{}", longest_increasing(&[5, 2, 8, 6, 3, 6, 9, 7]));
    let mut order = [1, 2, 3];
    let mut all = vec![order];
    while order.next_permutation() {
        all.push(order);
    }
    println!("{all:?} {order:?} {}", order.prev_permutation());
    let permuted = ["a", "b", "c"].apply_permutation_to(&[2, 0, 1]);
    println!("{permuted:?}");
}

trait Permuted {
    fn apply_permutation_to(self, order: &[isize]) -> Vec<&'static str>;
}

impl Permuted for [&'static str; 3] {
    fn apply_permutation_to(mut self, order: &[isize]) -> Vec<&'static str> {
        self.apply_permutation(&mut order.to_vec());
        self.to_vec()
    }
}
