use super::{Direction, Size};

/// A hole by column and row, both counted from 0 at the top left, independent of the board's size.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole {
    row: u8,
    column: u8,
}

impl Hole {
    /// Creates the hole at `column` and `row`.
    ///
    /// # Panics
    /// If either is outside the largest board, [`Size::MAX`].
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Hole {
        assert!(column < Size::MAX.get() && row < Size::MAX.get());
        Hole { row, column }
    }

    /// Returns the column, counted from 0 at the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// Returns the row, counted from 0 at the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// Returns the reflection in the main diagonal, to which the arena's swap moves the first peg.
    #[must_use]
    pub fn transposed(self) -> Hole {
        Hole { row: self.column, column: self.row }
    }

    /// Returns the hole one link away in `direction`, if it is on a board of `size`.
    #[must_use]
    pub fn step(self, direction: Direction, size: Size) -> Option<Hole> {
        let (dx, dy) = direction.offset();
        let (column, row) = (self.column as i8 + dx, self.row as i8 + dy);
        if column < 0 || row < 0 {
            return None;
        }
        let (column, row) = (column as u8, row as u8);
        if column >= size.columns() || row >= size.rows() {
            return None;
        }
        let hole = Hole { row, column };
        if size.contains(hole) {
            Some(hole)
        } else {
            None
        }
    }
}
