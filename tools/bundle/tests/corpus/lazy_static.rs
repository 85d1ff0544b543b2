//! lazy_static = "1"
//!
//! 5 10 20

use lazy_static::lazy_static;
use std::collections::HashMap;
use std::sync::Mutex;

const MODULUS: u64 = 1_000_000_007;

lazy_static! {
    /// Factorials modulo `MODULUS`.
    static ref FACTORIALS: Vec<u64> = {
        let mut all = vec![1];
        for i in 1..=100 {
            all.push(all[i - 1] * i as u64 % MODULUS);
        }
        all
    };
    static ref NAMES: HashMap<u64, &'static str> = [(5, "five"), (10, "ten")].into_iter().collect();
    pub(crate) static ref CALLS: Mutex<Vec<u64>> = Mutex::new(Vec::new());
    static ref LAST: u64 = *FACTORIALS.last().unwrap();
}

fn power(mut base: u64, mut exponent: u64) -> u64 {
    CALLS.lock().unwrap().push(exponent);
    let mut product = 1;
    while exponent > 0 {
        if exponent % 2 == 1 {
            product = product * base % MODULUS;
        }
        base = base * base % MODULUS;
        exponent /= 2;
    }
    product
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    for n in line.split_whitespace().map(|w| w.parse::<u64>().unwrap()) {
        let factorial = FACTORIALS[n as usize];
        let name = NAMES.get(&n).copied().unwrap_or("other");
        println!("{name} {factorial} {}", factorial * power(factorial, MODULUS - 2) % MODULUS);
    }
    println!("{} {:?}", *LAST, CALLS.lock().unwrap());
}
