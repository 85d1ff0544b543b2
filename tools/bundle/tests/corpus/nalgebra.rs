//! nalgebra = "0.34"
//!
//! 2 1 -1
//! -3 -1 2
//! -2 1 2
//! 8 -11 -3

use nalgebra::{DMatrix, Matrix2, Matrix3, Point2, Rotation2, Vector2, Vector3};
use std::io::Read;

fn main() {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let numbers: Vec<f64> = text.split_whitespace().map(|w| w.parse().unwrap()).collect();
    let a = Matrix3::from_row_slice(&numbers[..9]);
    let b = Vector3::from_column_slice(&numbers[9..]);
    let x = a.lu().solve(&b).unwrap();
    println!("{:.3} {:.3} {:.3} det {:.3}", x[0], x[1], x[2], a.determinant());
    println!("{:.3}", (a * x - b).norm());

    // Fibonacci numbers.
    let step = Matrix2::new(1u64, 1, 1, 0);
    let mut power: Matrix2<u64> = Matrix2::identity();
    for _ in 0..50 {
        power *= step;
    }
    println!("{} {}", power[(0, 1)], power.trace());

    let corner = Rotation2::new(std::f64::consts::FRAC_PI_3) * Point2::new(2.0, 1.0);
    println!("{:.4} {:.4}", corner.x, corner.y);
    let side = Vector2::new(3.0, 4.0);
    println!("{} {:?}", side.norm(), side.normalize());
    println!("{}", side.perp(&Vector2::new(1.0, 1.0)));

    let big = DMatrix::from_fn(4, 4, |r, c| 1.0 / (r + c + 1) as f64);
    let eigen = big.clone().symmetric_eigen();
    let mut values: Vec<f64> = eigen.eigenvalues.iter().copied().collect();
    values.sort_by(f64::total_cmp);
    println!("{values:.6?}");
    println!("{:.2}", big.try_inverse().unwrap());
}
