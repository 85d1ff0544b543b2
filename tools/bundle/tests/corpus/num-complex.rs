//! num-complex = "0.4"
//!
//! 3 1 4 1 5 9 2 6

use num_complex::{Complex64, ComplexFloat};
use std::f64::consts::TAU;

fn transform(values: &[Complex64], sign: f64) -> Vec<Complex64> {
    let n = values.len();
    if n == 1 {
        return values.to_vec();
    }
    let part = |from: usize| values.iter().skip(from).step_by(2).copied().collect::<Vec<_>>();
    let (even, odd) = (transform(&part(0), sign), transform(&part(1), sign));
    let mut all = vec![Complex64::default(); n];
    for k in 0..n / 2 {
        let turned = Complex64::from_polar(1.0, sign * TAU * k as f64 / n as f64) * odd[k];
        all[k] = even[k] + turned;
        all[k + n / 2] = even[k] - turned;
    }
    all
}

fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    let values: Vec<Complex64> =
        line.split_whitespace().map(|w| Complex64::from(w.parse::<f64>().unwrap())).collect();
    let spectrum = transform(&values, -1.0);
    for c in &spectrum {
        println!("{c:.3} {:.3}", c.abs());
    }
    let back = transform(&spectrum, 1.0);
    println!("{:?}", back.iter().map(|c| (c.re / 8.0).round() as i32).collect::<Vec<_>>());
    let z = Complex64::new(1.0, -2.0);
    println!("{:.4} {:.4} {:.4}", z.exp(), z.sqrt(), z.powi(3));
    println!("{} {} {}", z.conj(), z.norm_sqr(), z * Complex64::I);
    println!("{:?}", "2+3i".parse::<Complex64>());
    println!("{:.4}", values.iter().sum::<Complex64>() / z);
}
