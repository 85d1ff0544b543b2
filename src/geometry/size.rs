use super::{Hole, Side};
use std::fmt;

/// The size of a board, 5–24 columns and 5–24 rows; square except in handicap games. The four corners have no
/// holes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size {
    columns: u8,
    rows: u8,
}

impl Size {
    /// The smallest board.
    pub const MIN: Size = Size { columns: 5, rows: 5 };
    /// The arena's board.
    pub const ARENA: Size = Size { columns: 12, rows: 12 };
    /// The largest board, which fills the 48 columns of the doubled grid.
    pub const MAX: Size = Size { columns: 24, rows: 24 };

    /// Returns the square size with `edge` holes along an edge, or `None` outside 5–24.
    #[must_use]
    pub fn new(edge: u8) -> Option<Size> {
        Size::rectangle(edge, edge)
    }

    /// Returns the size with these columns and rows, or `None` outside 5–24.
    #[must_use]
    pub fn rectangle(columns: u8, rows: u8) -> Option<Size> {
        let (least, most) = (Size::MIN.columns, Size::MAX.columns);
        if columns >= least && columns <= most && rows >= least && rows <= most {
            Some(Size { columns, rows })
        } else {
            None
        }
    }

    /// Returns the number of holes along the longer edge.
    #[must_use]
    pub const fn get(self) -> u8 {
        if self.columns > self.rows {
            self.columns
        } else {
            self.rows
        }
    }

    /// Returns the number of columns.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Returns whether the board has as many columns as rows.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.columns == self.rows
    }

    /// Returns whether the hole is inside the edges and not a corner.
    #[must_use]
    pub fn contains(self, hole: Hole) -> bool {
        let (right, bottom) = (self.columns - 1, self.rows - 1);
        let (column, row) = (hole.column(), hole.row());
        let outside = column > right || row > bottom;
        let corner = (column == 0 || column == right) && (row == 0 || row == bottom);
        !outside && !corner
    }

    /// Returns whether `side` may ever place a peg in the hole.
    #[must_use]
    pub fn open_to(self, side: Side, hole: Hole) -> bool {
        let (across, last) = match side {
            Side::Vertical => (hole.column(), self.columns - 1),
            Side::Horizontal => (hole.row(), self.rows - 1),
        };
        self.contains(hole) && across != 0 && across != last
    }

    /// Returns `side`'s borders that the hole is on: bit 0 for top or left, bit 1 for bottom or right.
    #[must_use]
    pub fn borders(self, side: Side, hole: Hole) -> u8 {
        let (along, last) = match side {
            Side::Vertical => (hole.row(), self.rows - 1),
            Side::Horizontal => (hole.column(), self.columns - 1),
        };
        (along == 0) as u8 | ((along == last) as u8) << 1
    }

    /// Returns whether the hole is on `side`'s first border, the top or left one.
    #[must_use]
    pub fn is_first(self, side: Side, hole: Hole) -> bool {
        self.borders(side, hole) & 1 != 0
    }

    /// Returns whether the hole is on `side`'s last border, the bottom or right one.
    #[must_use]
    pub fn is_last(self, side: Side, hole: Hole) -> bool {
        self.borders(side, hole) & 2 != 0
    }

    /// Returns all holes of the board, row by row.
    pub fn holes(self) -> impl Iterator<Item = Hole> {
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).map(move |column| Hole::new(column, row)))
            .filter(move |&hole| self.contains(hole))
    }
}

impl fmt::Display for Size {
    /// Writes columns and rows, as `12 x 12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.columns, self.rows)
    }
}
