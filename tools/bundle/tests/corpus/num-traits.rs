//! num-traits = "0.2"
//!
//! 250 10 3

use num_traits::{AsPrimitive, Bounded, CheckedAdd, Euclid, Float, FromPrimitive, Num, One, Pow};
use num_traits::{PrimInt, Saturating, Signed, ToPrimitive, Unsigned, WrappingMul, Zero};

#[derive(Clone, Copy, Debug, PartialEq)]
struct Modular(u64);

impl std::ops::Mul for Modular {
    type Output = Modular;
    fn mul(self, other: Modular) -> Modular {
        Modular(self.0 * other.0 % 998_244_353)
    }
}

impl One for Modular {
    fn one() -> Modular {
        Modular(1)
    }
}

fn bits<T: PrimInt + Unsigned>(value: T) -> (u32, u32, T) {
    (value.count_ones(), value.leading_zeros(), value.rotate_left(3))
}

fn newton<T: Float + FromPrimitive>(value: T) -> T {
    let two = T::from_u8(2).unwrap();
    (0..20).fold(value, |x, _| (x + value / x) / two)
}

fn best<T: Bounded + PartialOrd + Copy>(values: &[T]) -> T {
    values.iter().fold(T::min_value(), |best, &v| if v > best { v } else { best })
}

fn digits<T: Num + PrimInt + AsPrimitive<u32>>(mut value: T, base: T) -> u32 {
    let mut sum = 0;
    while !value.is_zero() {
        sum += (value % base).as_();
        value = value / base;
    }
    sum
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let n: Vec<u8> = line.split_whitespace().map(|w| w.parse().unwrap()).collect();
    println!("{:?} {:?}", bits(n[0]), bits(0xdead_beefu32));
    println!("{:.6} {:.10}", newton(2.0f32), newton(2.0f64));
    println!("{} {:?}", best(&[-5, -2, -9]), best(&[0.5, -1.0]));
    println!(
        "{:?} {}",
        CheckedAdd::checked_add(&n[0], &n[1]),
        Saturating::saturating_add(n[0], n[1])
    );
    println!("{} {}", WrappingMul::wrapping_mul(&n[0], &n[1]), digits(987_654u64, 10));
    println!("{:?}", num_traits::pow(Modular(3), 1000));
    println!("{} {}", Pow::pow(7u64, 5u32), Euclid::rem_euclid(&-7, &3));
    println!("{:?} {:?}", (-3.7f64).to_i8(), 1e10f64.to_u16());
    println!(
        "{:?} {}",
        i32::from_str_radix("-7f", 16),
        Signed::signum(&-4i64) + i64::zero() + num_traits::abs(-4i64)
    );
}
