//! Where things stand in a picture of characters.

use super::canvas::At;
use super::{Grid, TextSize};
use twixt::geometry::Hole;

/// The cells of holes and coordinates.
pub(crate) struct Layout {
    board: Grid,
    /// Cells from one hole to the next. In the large picture no link meets the cell of a hole
    /// between its ends, nor does one in the medium picture.
    pub(crate) across: i32,
    down: i32,
    /// The cell of the hole A1, if there were one: beside the row numbers, under the letters.
    origin: At,
    /// Cells from the last column to the row numbers at the right.
    numbers_gap: i32,
    /// Lines from the last row to the letters below, or from those above to the first row.
    letters_gap: i32,
    /// Whether there is room for edges between holes and coordinates.
    pub(crate) has_edges: bool,
}

impl Layout {
    pub(crate) const fn new(size: TextSize, board: Grid) -> Layout {
        // Behind the last hole of the medium picture there is room for a label.
        let (across, down, numbers_gap, letters_gap) = match size {
            TextSize::Small => (2, 1, 3, 1),
            TextSize::Medium => (3, 2, 4, 1),
            TextSize::Large => (4, 2, 5, 2),
        };
        let has_edges = matches!(size, TextSize::Large);
        let origin = (if has_edges { 6 } else { 3 }, letters_gap);
        Layout { board, across, down, origin, numbers_gap, letters_gap, has_edges }
    }

    pub(crate) fn x(&self, column: u8) -> i32 {
        self.origin.0 + self.across * i32::from(column)
    }

    pub(crate) fn y(&self, row: u8) -> i32 {
        self.origin.1 + self.down * i32::from(row)
    }

    pub(crate) fn cell(&self, hole: Hole) -> At {
        (self.x(hole.column()), self.y(hole.row()))
    }

    /// The cell of the top left corner.
    pub(crate) const fn first(&self) -> At {
        self.origin
    }

    /// The cell of the bottom right corner.
    pub(crate) fn last(&self) -> At {
        (self.x(self.board.columns() - 1), self.y(self.board.rows() - 1))
    }

    /// The line of the letters below the board.
    pub(crate) fn letters_below(&self) -> i32 {
        self.last().1 + self.letters_gap
    }

    /// The column in which the row numbers at the right begin.
    pub(crate) fn numbers_right(&self) -> i32 {
        self.last().0 + self.numbers_gap
    }

    /// The numbers of columns and lines of the whole picture.
    pub(crate) fn extent(&self) -> (i32, i32) {
        (self.numbers_right() + 2, self.letters_below() + 1)
    }
}
