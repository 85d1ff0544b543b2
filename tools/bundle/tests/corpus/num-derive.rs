//! num-derive = "0.4"
//! num-traits = "0.2"
//!
//! 0 2 3 7

use num_derive::{FromPrimitive, Num, NumCast, NumOps, One, ToPrimitive, Zero};
use num_traits::{FromPrimitive as _, One as _, ToPrimitive as _, Zero as _};

#[derive(Debug, Clone, Copy, PartialEq, FromPrimitive, ToPrimitive)]
enum Side {
    North,
    East,
    South = 7,
    West,
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    PartialOrd,
    NumOps,
    NumCast,
    Zero,
    One,
    Num,
    ToPrimitive,
    FromPrimitive,
)]
struct Points(i32);

fn power<T: num_traits::Num + Copy>(base: T, exponent: u32) -> T {
    (0..exponent).fold(T::one(), |product, _| product * base)
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    for n in line.split_whitespace().map(|w| w.parse::<i64>().unwrap()) {
        println!("{n} {:?}", Side::from_i64(n));
    }
    println!("{:?} {:?}", Side::West.to_u8(), Side::East.to_f64());
    println!("{:?} {:?}", power(Points(3), 4), Points::zero() + Points::one());
    println!("{:?}", Points(17) % Points(5) - Points(4) / Points(2));
    println!("{:?}", <Points as num_traits::Num>::from_str_radix("ff", 16));
    println!("{:?}", num_traits::cast::<f64, Points>(2.75));
}
