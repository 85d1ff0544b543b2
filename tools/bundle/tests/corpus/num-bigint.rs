//! num-bigint = "0.4"
//!
//! 123456789012345678901234567890
//! -987654321098765432109876543210

use num_bigint::{BigInt, BigUint, Sign, ToBigInt};
use std::io::BufRead;

fn fibonacci(n: u32) -> BigUint {
    let (mut a, mut b) = (BigUint::from(0u8), BigUint::from(1u8));
    for _ in 0..n {
        let sum = &a + &b;
        a = std::mem::replace(&mut b, sum);
    }
    a
}

fn main() {
    let values: Vec<BigInt> =
        std::io::stdin().lock().lines().map(|l| l.unwrap().parse().unwrap()).collect();
    let (a, b) = (&values[0], &values[1]);
    println!("{}\n{}\n{}", a + b, a * b, b / a);
    println!("{} {:?} {}", b % a, b.sign(), a.bits());
    println!("{:x} {}", a, a.to_str_radix(36));
    println!("{}", fibonacci(300));
    let (prime, base) = (BigUint::from(10u8).pow(18) + 9u8, BigUint::from(3u8));
    println!("{}", base.modpow(&(&prime - 1u8), &prime));
    println!("{:?}", base.modinv(&prime));
    println!("{} {}", (a << 70u32) >> 65u32, a & &255.to_bigint().unwrap());
    println!("{:?}", BigUint::parse_bytes(b"ff00ff", 16).unwrap().to_bytes_be());
    println!("{}", BigInt::from_slice(Sign::Minus, &[1, 2, 3]).cbrt());
    println!("{:?} {:?}", a.cmp(b), "12x".parse::<BigInt>().map_err(|e| e.to_string()));
    println!("{}", values.iter().sum::<BigInt>());
}
