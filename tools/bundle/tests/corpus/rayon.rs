//! rayon = "1"
//!
//! 20 100000

use rayon::prelude::*;

fn steps(mut n: u64) -> u32 {
    let mut count = 0;
    while n != 1 {
        n = if n % 2 == 0 { n / 2 } else { 3 * n + 1 };
        count += 1;
    }
    count
}

fn sort(values: &mut [u64]) {
    if values.len() <= 32 {
        return values.sort_unstable();
    }
    let middle = values.len() / 2;
    let (left, right) = values.split_at_mut(middle);
    rayon::join(|| sort(left), || sort(right));
    values.sort();
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let (n, limit) = line.trim().split_once(' ').unwrap();
    let (n, limit): (u64, u64) = (n.parse().unwrap(), limit.parse().unwrap());
    println!("{:?}", (1..n).into_par_iter().map(|i| i * i).collect::<Vec<_>>());
    println!("{:?}", (1..limit).into_par_iter().max_by_key(|&i| (steps(i), i)));
    let mut values: Vec<u64> = (0..5000).map(|i| i * 7919 % 5003).collect();
    sort(&mut values);
    println!("{} {:?}", values.is_sorted(), &values[100..105]);
    values.par_iter_mut().for_each(|v| *v = *v * *v % 1009);
    println!("{} {}", values.par_iter().sum::<u64>(), values.par_chunks(64).count());
    values.par_sort_by(|a, b| b.cmp(a));
    println!("{:?} {:?}", values.first(), values.par_iter().position_first(|&v| v < 500));
    let (even, odd): (Vec<u64>, Vec<u64>) = values.into_par_iter().partition(|v| v % 2 == 0);
    println!("{} {}", even.len(), odd.len());
    let longest = "the longest word of these words".par_split_whitespace().max_by_key(|w| w.len());
    println!("{longest:?}");
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().unwrap();
    println!("{}", pool.install(rayon::current_num_threads));
    println!(
        "{:?}",
        (0..100u32).into_par_iter().fold(|| 0, |a, b| a + b).reduce(|| 0, |a, b| a + b)
    );
}
