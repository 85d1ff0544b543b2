use super::{Direction, Size};

/// A hole of the board, by column and row, both counted from 0 at the top left corner.
///
/// A `Hole` knows nothing of a board's size; ask [`Size::contains`] whether a board has it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Hole {
    row: u8,
    column: u8,
}

impl Hole {
    /// The hole at `column` and `row`.
    ///
    /// # Panics
    ///
    /// If either lies beyond the largest board, [`Size::MAX`].
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Hole {
        assert!(column < Size::MAX.get() && row < Size::MAX.get());
        Hole { row, column }
    }

    /// The column, counted from 0 at the left.
    #[must_use]
    pub const fn column(self) -> u8 {
        self.column
    }

    /// The row, counted from 0 at the top.
    #[must_use]
    pub const fn row(self) -> u8 {
        self.row
    }

    /// The hole mirrored on the main diagonal: where a swapped peg goes.
    #[must_use]
    pub fn transposed(self) -> Hole {
        Hole { row: self.column, column: self.row }
    }

    /// The hole one link away in `direction`, if the board of `size` has it.
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
