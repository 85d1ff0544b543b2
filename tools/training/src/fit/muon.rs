//! Muon's update (Jordan 2024): the nearest matrix with orthonormal columns to the gradient's moving
//! average, so that all directions of a layer's outputs change equally fast.

use crate::fit::kernel::{dispatch, Kernel, VectorTask};
use crate::fit::lanes::Lanes;

/// Coefficients of x, x³ and x⁵ in the polynomial that [`orthogonalise`] applies to the singular
/// values. They maximise the slope at 0; large values end up between 0.7 and 1.2.
const POLYNOMIAL: [f32; 3] = [3.4445, -4.7750, 2.0315];

/// Number of times that the polynomial is applied.
const ITERATIONS: usize = 5;

/// Replaces the singular values of a matrix, stored by rows, by approximately 1; those below about
/// 1/1000 of their norm stay smaller. A zero matrix stays zero.
pub(crate) fn orthogonalise(kernel: Kernel, matrix: &mut [f32], columns: usize) {
    assert!(columns > 0 && matrix.len().is_multiple_of(columns));
    dispatch(kernel, Orthogonalise { matrix, columns });
}

struct Orthogonalise<'a> {
    matrix: &'a mut [f32],
    columns: usize,
}

impl VectorTask for Orthogonalise<'_> {
    type Result = ();

    /// With Gram matrix A = XᵀX, an iteration replaces X by X (a + b A + c A²).
    #[inline(always)]
    unsafe fn run<V: Lanes>(self) {
        let Orthogonalise { matrix, columns } = self;
        let norm = matrix.iter().map(|x| x * x).sum::<f32>().sqrt();
        if norm == 0.0 {
            return;
        }
        matrix.iter_mut().for_each(|x| *x /= norm);
        let [first, third, fifth] = POLYNOMIAL;
        let mut gram = vec![0.0; columns * columns];
        let mut factor = gram.clone();
        let mut row = vec![0.0; columns];
        for _ in 0..ITERATIONS {
            gram.fill(0.0);
            for row in matrix.chunks_exact(columns) {
                for (x, to) in row.iter().zip(gram.chunks_exact_mut(columns)) {
                    add_multiple(to, *x, row);
                }
            }
            for (i, to) in factor.chunks_exact_mut(columns).enumerate() {
                multiply(&gram[i * columns..][..columns], &gram, to);
                for (to, a) in to.iter_mut().zip(&gram[i * columns..]) {
                    *to = third * a + fifth * *to;
                }
                to[i] += first;
            }
            for x in matrix.chunks_exact_mut(columns) {
                multiply(x, &factor, &mut row);
                x.copy_from_slice(&row);
            }
        }
    }
}

/// Writes the product of a row and a square matrix to `to`.
#[inline(always)]
fn multiply(row: &[f32], matrix: &[f32], to: &mut [f32]) {
    to.fill(0.0);
    for (x, other) in row.iter().zip(matrix.chunks_exact(row.len())) {
        add_multiple(to, *x, other);
    }
}

#[inline(always)]
fn add_multiple(to: &mut [f32], factor: f32, row: &[f32]) {
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
        let mut one: Vec<f32> = (0..40).map(|_| random.below(1000) as f32 / 1000.0 - 0.5).collect();
        let mut two: Vec<f32> = one.iter().map(|x| 64.0 * x).collect();
        let mut zero = vec![0.0; 40];
        for matrix in [&mut one, &mut two, &mut zero] {
            orthogonalise(Kernel::Plain, matrix, 4);
        }
        assert!(one.iter().zip(&two).all(|(one, two)| (one - two).abs() < 1e-5));
        assert!(zero.iter().all(|&x| x == 0.0));
    }
}
