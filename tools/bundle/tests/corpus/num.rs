//! num = "0.4"
//!
//! 84 36
//! 3/4 5/6

use num::integer::{gcd, lcm, Integer, Roots};
use num::{BigInt, BigRational, BigUint, Complex, One, Rational64, Signed, ToPrimitive, Zero};
use std::io::BufRead;

fn factorial(n: u32) -> BigUint {
    (1..=n).fold(BigUint::one(), |product, i| product * i)
}

fn main() {
    let lines: Vec<String> = std::io::stdin().lock().lines().map(|line| line.unwrap()).collect();
    let (a, b) = lines[0].split_once(' ').unwrap();
    let (a, b): (i64, i64) = (a.parse().unwrap(), b.parse().unwrap());
    println!("{} {} {:?}", gcd(a, b), lcm(a, b), a.div_mod_floor(&-b));
    let (p, q) = lines[1].split_once(' ').unwrap();
    let (p, q): (Rational64, Rational64) = (p.parse().unwrap(), q.parse().unwrap());
    println!("{} {} {} {}", p + q, p * q, p / q, (p - q).abs());
    println!("{} {}", factorial(30), factorial(40).sqrt());

    let mut point = Complex::new(0.0, 0.0);
    for _ in 0..10 {
        point = point * point + Complex::new(-0.5, 0.25);
    }
    println!("{:.6} {:.6}", point.re, point.norm());
    let harmonic = (1..=20)
        .fold(BigRational::zero(), |sum, i| sum + BigRational::new(BigInt::one(), BigInt::from(i)));
    println!("{harmonic} {:.6}", harmonic.to_f64().unwrap());
    println!("{} {}", num::clamp(15, 0, 10), num::pow(3u64, 20).nth_root(5));
    println!("{:?}", num::range_step(10, 0, -3).collect::<Vec<_>>());
    println!("{:?} {:?}", num::cast::<i32, u8>(300), num::checked_pow(7u8, 3));
}
