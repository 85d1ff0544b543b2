//! Linear algebra of symmetric matrices: Cholesky factorisation, solver, inverse.

use std::ops::{Index, IndexMut};

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Matrix {
    size: usize,
    cells: Vec<f64>,
}

impl Matrix {
    pub(crate) fn zeros(size: usize) -> Matrix {
        Matrix { size, cells: vec![0.0; size * size] }
    }

    /// Returns the lower factor L with L Lᵀ = self; `None` unless numerically positive definite.
    pub(crate) fn cholesky(&self) -> Option<Factor> {
        let mut lower = Matrix::zeros(self.size);
        for row in 0..self.size {
            for column in 0..=row {
                let dot: f64 = (0..column).map(|k| lower[(row, k)] * lower[(column, k)]).sum();
                let rest = self[(row, column)] - dot;
                if row != column {
                    lower[(row, column)] = rest / lower[(column, column)];
                } else if rest > f64::EPSILON * self[(row, row)] {
                    lower[(row, row)] = rest.sqrt();
                } else {
                    return None;
                }
            }
        }
        Some(Factor(lower))
    }

    /// Returns the variance of the difference between variables `i` and `j`, whose covariance matrix this is.
    pub(crate) fn variance_of_difference(&self, i: usize, j: usize) -> f64 {
        (self[(i, i)] + self[(j, j)] - 2.0 * self[(i, j)]).max(0.0)
    }

    pub(crate) fn times(&self, vector: &[f64]) -> Vec<f64> {
        let row = |row| vector.iter().enumerate().map(|(k, x)| self[(row, k)] * x).sum();
        (0..self.size).map(row).collect()
    }
}

impl Index<(usize, usize)> for Matrix {
    type Output = f64;

    fn index(&self, (row, column): (usize, usize)) -> &f64 {
        &self.cells[row * self.size + column]
    }
}

impl IndexMut<(usize, usize)> for Matrix {
    fn index_mut(&mut self, (row, column): (usize, usize)) -> &mut f64 {
        &mut self.cells[row * self.size + column]
    }
}

pub(crate) struct Factor(Matrix);

impl Factor {
    /// Solves A x = `right` for the factored matrix A.
    pub(crate) fn solve(&self, right: &[f64]) -> Vec<f64> {
        let lower = &self.0;
        let mut x = right.to_vec();
        for row in 0..lower.size {
            let dot: f64 = (0..row).map(|k| lower[(row, k)] * x[k]).sum();
            x[row] = (x[row] - dot) / lower[(row, row)];
        }
        for row in (0..lower.size).rev() {
            let dot: f64 = (row + 1..lower.size).map(|k| lower[(k, row)] * x[k]).sum();
            x[row] = (x[row] - dot) / lower[(row, row)];
        }
        x
    }

    pub(crate) fn inverse(&self) -> Matrix {
        let size = self.0.size;
        let mut inverse = Matrix::zeros(size);
        for column in 0..size {
            let mut unit = vec![0.0; size];
            unit[column] = 1.0;
            for (row, value) in self.solve(&unit).into_iter().enumerate() {
                inverse[(row, column)] = value;
            }
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn matrix(rows: [[f64; 3]; 3]) -> Matrix {
        Matrix { size: 3, cells: rows.concat() }
    }

    #[test]
    fn a_factor_solves_and_inverts() {
        // L = [2; 6 1; -8 5 3].
        let a = matrix([[4.0, 12.0, -16.0], [12.0, 37.0, -43.0], [-16.0, -43.0, 98.0]]);
        let factor = a.cholesky().unwrap();
        assert_eq!(factor.0.cells, [2.0, 0.0, 0.0, 6.0, 1.0, 0.0, -8.0, 5.0, 3.0]);
        assert_eq!(factor.solve(&a.times(&[1.0, -2.0, 3.0])), [1.0, -2.0, 3.0]);
        let inverse = factor.inverse();
        for column in 0..3 {
            let product = a.times(&[0, 1, 2].map(|row| inverse[(row, column)]));
            for (row, value) in product.into_iter().enumerate() {
                assert!((value - f64::from(u8::from(row == column))).abs() < 1e-10);
            }
        }
    }

    #[test]
    fn a_singular_matrix_has_no_factor() {
        let a = matrix([[1.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 1.0]]);
        assert!(a.cholesky().is_none());
    }
}
