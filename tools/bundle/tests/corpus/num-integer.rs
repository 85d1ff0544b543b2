//! num-integer = "0.1"
//!
//! 240 46
//! 100 7

use num_integer::{binomial, Average, ExtendedGcd, Integer, IterBinomial, Roots};
use std::io::BufRead;

fn inverse(value: i64, modulus: i64) -> Option<i64> {
    let ExtendedGcd { gcd, x, .. } = value.extended_gcd(&modulus);
    (gcd == 1).then(|| x.mod_floor(&modulus))
}

fn main() {
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let (a, b) = line.split_once(' ').unwrap();
        let (a, b): (i64, i64) = (a.parse().unwrap(), b.parse().unwrap());
        println!("{:?} {:?}", a.gcd_lcm(&b), inverse(b, a));
        println!("{:?} {:?}", (-a).div_rem(&b), (-a).div_mod_floor(&b));
        println!("{} {}", Integer::div_ceil(&a, &b), Integer::next_multiple_of(&a, &b));
        println!("{} {} {}", a.is_even(), a.is_multiple_of(&b), a.prev_multiple_of(&b));
        println!("{} {} {}", a.sqrt(), a.cbrt(), (a * b).nth_root(4));
        println!("{} {}", a.average_floor(&(b + 1)), a.average_ceil(&(b + 1)));
    }
    println!("{:?}", IterBinomial::new(8u32).collect::<Vec<_>>());
    println!("{} {}", binomial(40u64, 20), 12u8.lcm(&18));
}
