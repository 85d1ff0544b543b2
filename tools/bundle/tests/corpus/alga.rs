//! alga = "0.9"
//!
//! 48 36 7 5

use alga::general::{AbstractMagma, AbstractMonoid, Additive, Identity, Lattice, Multiplicative};
use alga::general::{Field, JoinSemilattice, MeetSemilattice, Operator, RingCommutative};

fn fold<T: AbstractMonoid<O> + Copy, O: Operator>(values: &[T]) -> T {
    values.iter().fold(T::identity(), |sum, value| sum.operate(value))
}

fn power<T: RingCommutative + Copy>(base: T, exponent: u32) -> T {
    (0..exponent).fold(T::one(), |product, _| product * base)
}

fn horner<T: Field + Copy>(coefficients: &[T], x: T) -> T {
    coefficients.iter().rev().fold(T::zero(), |sum, &c| sum * x + c)
}

fn clamp<T: Lattice + Copy>(value: T, low: T, high: T) -> T {
    value.join(&low).meet(&high)
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<i32> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    println!("sum {}", fold::<i32, Additive>(&values));
    println!("product {}", fold::<i32, Multiplicative>(&values));
    println!("{} {}", power(3i64, 7), power(2i32, 10));
    println!("{:.4}", horner(&[1.5f64, -2.0, 0.25], 3.0));
    println!("{} {}", clamp(12, 0, 10), clamp(-3, 0, 10));
    println!("{} {}", values[0].meet(&values[1]), values[2].join(&values[3]));
    let zero = <f64 as Identity<Additive>>::identity();
    println!("{zero:?} {}", AbstractMagma::<Multiplicative>::operate(&2.5f64, &4.0));
}
