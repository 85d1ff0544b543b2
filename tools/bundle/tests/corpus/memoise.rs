//! memoise = "0.3"
//!
//! 40 9
//! kitten sitting

use memoise::{memoise, memoise_map};
use std::io::BufRead;

#[memoise(n <= 100)]
fn fibonacci(n: usize) -> u64 {
    if n < 2 {
        return n as u64;
    }
    fibonacci(n - 1) + fibonacci(n - 2)
}

#[memoise(n <= 30, k <= 30)]
fn choose(n: usize, k: usize) -> u64 {
    if k == 0 || k == n {
        return 1;
    }
    choose(n - 1, k - 1) + choose(n - 1, k)
}

#[memoise_map(i, j)]
fn distance(a: &[u8], b: &[u8], i: usize, j: usize) -> usize {
    if i == 0 || j == 0 {
        return i + j;
    }
    let replaced = distance(a, b, i - 1, j - 1) + usize::from(a[i - 1] != b[j - 1]);
    replaced.min(distance(a, b, i - 1, j) + 1).min(distance(a, b, i, j - 1) + 1)
}

fn main() {
    let lines: Vec<String> = std::io::stdin().lock().lines().map(|line| line.unwrap()).collect();
    let numbers: Vec<usize> = lines[0].split(' ').map(|w| w.parse().unwrap()).collect();
    println!("{} {}", fibonacci(numbers[0]), fibonacci(90));
    println!("{} {}", choose(30, numbers[1]), choose(20, 10));
    let (a, b) = lines[1].split_once(' ').unwrap();
    println!("{}", distance(a.as_bytes(), b.as_bytes(), a.len(), b.len()));
    distance_reset();
    println!("{}", distance(b"flaw", b"lawn", 4, 4));
}
