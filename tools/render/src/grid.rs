//! The holes of the board that a picture shows.

use std::fmt;
use twixt::geometry::{Hole, Size};

/// The numbers of a board's columns and rows. Those of a game's board come from its [`Size`]; there are
/// pictures of smaller ones, too, for what is proven of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grid {
    columns: u8,
    rows: u8,
}

impl Grid {
    /// A square board with so many holes along an edge, its corners counted.
    ///
    /// # Panics
    ///
    /// If these are less than 3, which leave nothing between the borders, or more than
    /// [`Size::MAX`] has.
    #[must_use]
    pub const fn square(edge: u8) -> Grid {
        assert!(edge >= 3 && edge <= Size::MAX.get());
        Grid { columns: edge, rows: edge }
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// All holes, row by row; the corners are none.
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
    /// Columns and rows: `12 x 12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.columns, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_games_board_has_the_same_holes() {
        for (columns, rows) in [(5, 5), (12, 12), (24, 7)] {
            let size = Size::rectangle(columns, rows).unwrap();
            assert!(Grid::from(size).holes().eq(size.holes()), "{size}");
            assert_eq!(Grid::from(size).to_string(), size.to_string());
        }
        assert_eq!(Grid::square(4).holes().count(), 12);
    }
}
