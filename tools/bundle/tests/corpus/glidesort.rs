//! glidesort = "0.1"
//!
//! 8
//! carol 30
//! bob 20
//! ann 30
//! dave 10
//! eve 20
//! fred 40
//! gina 10
//! hal 30

use std::io::BufRead;

fn main() {
    let lines = std::io::stdin().lock().lines().skip(1).map(|line| line.unwrap());
    let mut people: Vec<(String, u32)> = lines
        .map(|line| {
            let (name, age) = line.split_once(' ').unwrap();
            (name.to_string(), age.parse().unwrap())
        })
        .collect();
    glidesort::sort_by_key(&mut people, |p| p.1);
    println!("{people:?}");
    glidesort::sort_by(&mut people, |a, b| b.1.cmp(&a.1).then(a.0.cmp(&b.0)));
    println!("{people:?}");

    let mut state = 12345u64;
    let mut numbers: Vec<u64> = (0..5000)
        .map(|_| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            state >> 50
        })
        .collect();
    let mut expected = numbers.clone();
    expected.sort();
    let mut buffer = Vec::with_capacity(5000);
    glidesort::sort_with_vec(&mut numbers, &mut buffer);
    println!("{} {:?}", numbers == expected, &numbers[2500..2510]);
    let hash =
        numbers.iter().enumerate().fold(0u64, |h, (i, v)| h.wrapping_mul(31) + v * i as u64 % 97);
    println!("{hash}");
}
