//! The size of a rendered board.

use std::fmt;
use twixt::geometry::{Hole, Size};

/// Columns and rows of a rendered board. Boards of the solver may be smaller than any [`Size`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grid {
    columns: u8,
    rows: u8,
}

impl Grid {
    /// Returns a square board.
    ///
    /// # Panics
    ///
    /// If `edge` is not in 3..=[`Size::MAX`].
    #[must_use]
    pub const fn square(edge: u8) -> Grid {
        assert!(edge >= 3 && edge <= Size::MAX.get());
        Grid { columns: edge, rows: edge }
    }

    /// Number of columns.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Number of rows.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Returns all holes, row by row. Corners have no hole.
    pub fn holes(self) -> impl Iterator<Item = Hole> {
        let inner = |line: u8, lines: u8| line != 0 && line != lines - 1;
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).map(move |column| (column, row)))
            .filter(move |&(column, row)| inner(column, self.columns) || inner(row, self.rows))
            .map(|(column, row)| Hole::new(column, row))
    }
}

impl From<Size> for Grid {
    fn from(size: Size) -> Grid {
        Grid { columns: size.columns(), rows: size.rows() }
    }
}

impl fmt::Display for Grid {
    /// Formats as `12 x 12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.columns, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn grids_have_the_holes_of_the_games_board() {
        for (columns, rows) in [(5, 5), (12, 12), (24, 7)] {
            let size = Size::rectangle(columns, rows).unwrap();
            assert!(Grid::from(size).holes().eq(size.holes()), "{size}");
            assert_eq!(Grid::from(size).to_string(), size.to_string());
        }
        assert_eq!(Grid::square(4).holes().count(), 12);
    }
}
