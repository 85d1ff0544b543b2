//! Muon's update (Jordan 2024): the nearest matrix with orthonormal columns to the gradient's moving
//! average, so that all directions of a layer's outputs change equally fast.

use kernels::lanes::Lanes;
use kernels::{dispatch, Kernel, VectorTask};

/// Coefficients of x, x³ and x⁵ in the polynomial that [`orthogonalise`] applies to the singular
/// values. They maximise the slope at 0; large values end up between 0.7 and 1.2.
const POLYNOMIAL: [f32; 3] = [3.4445, -4.7750, 2.0315];

/// Number of times that the polynomial is applied.
const ITERATIONS: usize = 5;

/// Replaces the singular values of a matrix, stored by rows, by approximately 1; those below about
/// 1/1000 of their norm stay smaller. A zero matrix stays zero.
pub(crate) fn orthogonalise(kernel: Kernel, matrix: &mut [f32], columns: usize) {
    assert!(matrix.len().is_multiple_of(columns));
    dispatch(kernel, Orthogonalise { matrix, columns });
}

struct Orthogonalise<'a> {
    matrix: &'a mut [f32],
    columns: usize,
}

impl VectorTask for Orthogonalise<'_> {
    #[inline(always)]
    unsafe fn run<V: Lanes>(self) {
        match self.columns {
            16 => iterate::<16>(self.matrix),
            32 => iterate::<32>(self.matrix),
            48 => iterate::<48>(self.matrix),
            64 => iterate::<64>(self.matrix),
            _ => unreachable!("networks have 16, 32, 48 or 64 channels"),
        }
    }
}

/// With Gram matrix A = XᵀX, an iteration replaces X by X (a + b A + c A²).
#[inline(always)]
fn iterate<const N: usize>(matrix: &mut [f32]) {
    let norm = matrix.iter().map(|x| x * x).sum::<f32>().sqrt();
    if norm == 0.0 {
        return;
    }
    matrix.iter_mut().for_each(|x| *x /= norm);
    let rows = matrix.as_chunks_mut::<N>().0;
    let [first, third, fifth] = POLYNOMIAL;
    for _ in 0..ITERATIONS {
        let mut gram = [[0.0; N]; N];
        for row in rows.iter() {
            for (to, x) in gram.iter_mut().zip(row) {
                add_multiple(to, *x, row);
            }
        }
        let mut factor = gram.map(|row| product(&row, &gram));
        for (i, (to, row)) in factor.iter_mut().zip(&gram).enumerate() {
            for (to, x) in to.iter_mut().zip(row) {
                *to = third * x + fifth * *to;
            }
            to[i] += first;
        }
        for row in rows.iter_mut() {
            *row = product(row, &factor);
        }
    }
}

#[inline(always)]
fn product<const N: usize>(row: &[f32; N], matrix: &[[f32; N]; N]) -> [f32; N] {
    let mut sum = [0.0; N];
    for (x, other) in row.iter().zip(matrix) {
        add_multiple(&mut sum, *x, other);
    }
    sum
}

#[inline(always)]
fn add_multiple<const N: usize>(to: &mut [f32; N], factor: f32, row: &[f32; N]) {
    for (to, x) in to.iter_mut().zip(row) {
        *to += factor * x;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use twixt::random::Random;

    #[test]
    fn columns_become_nearly_orthonormal_and_span_the_same_space() {
        for kernel in Kernel::ALL.into_iter().filter(|kernel| kernel.is_available()) {
            for (rows, columns) in [(144, 16), (288, 32), (81, 16)] {
                let mut random = Random::new(7);
                let mut matrix: Vec<f32> =
                    (0..rows * columns).map(|_| random.below(1000) as f32 / 1000.0 - 0.5).collect();
                let before = matrix.clone();
                orthogonalise(kernel, &mut matrix, columns);
                let product = |a: &[f32], b: &[f32], i: usize, j: usize| -> f32 {
                    let pairs = a[i..].iter().step_by(columns).zip(b[j..].iter().step_by(columns));
                    pairs.map(|(a, b)| a * b).sum()
                };
                for i in 0..columns {
                    assert!((0.4..1.5).contains(&product(&matrix, &matrix, i, i)), "{kernel}");
                    assert!(product(&before, &matrix, i, i) > 0.0);
                    for j in 0..i {
                        assert!(product(&matrix, &matrix, i, j).abs() < 0.3, "{kernel}");
                        // The update is the gradient times a symmetric matrix.
                        let [one, two] =
                            [(i, j), (j, i)].map(|(i, j)| product(&before, &matrix, i, j));
                        assert!((one - two).abs() < 1e-3, "{kernel}: {one} {two}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_length_does_not_matter_and_zero_stays_zero() {
        let mut random = Random::new(3);
        let mut one: Vec<f32> =
            (0..160).map(|_| random.below(1000) as f32 / 1000.0 - 0.5).collect();
        let mut two: Vec<f32> = one.iter().map(|x| 64.0 * x).collect();
        let mut zero = vec![0.0; 160];
        for matrix in [&mut one, &mut two, &mut zero] {
            orthogonalise(Kernel::Plain, matrix, 16);
        }
        assert!(one.iter().zip(&two).all(|(one, two)| (one - two).abs() < 1e-5));
        assert!(zero.iter().all(|&x| x == 0.0));
    }
}
