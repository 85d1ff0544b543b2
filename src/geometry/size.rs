use super::{Hole, Side};
use std::fmt;

/// The numbers of columns and rows of the board, 5–24 each; the four corners are no holes. Boards are
/// square but for games with a handicap.
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
    /// The largest board: the one that the doubled grid's 48 columns hold.
    pub const MAX: Size = Size { columns: 24, rows: 24 };

    /// The square board with `edge` holes along an edge, or `None` outside 5–24.
    #[must_use]
    pub fn new(edge: u8) -> Option<Size> {
        Size::rectangle(edge, edge)
    }

    /// The board with so many columns and rows, or `None` if either lies outside 5–24.
    #[must_use]
    pub fn rectangle(columns: u8, rows: u8) -> Option<Size> {
        let (least, most) = (Size::MIN.columns, Size::MAX.columns);
        if columns >= least && columns <= most && rows >= least && rows <= most {
            Some(Size { columns, rows })
        } else {
            None
        }
    }

    /// The number of holes along the longer edge: any edge of a square board.
    #[must_use]
    pub const fn get(self) -> u8 {
        if self.columns > self.rows {
            self.columns
        } else {
            self.rows
        }
    }

    /// The number of columns: holes along the top edge, its corners counted.
    #[must_use]
    pub const fn columns(self) -> u8 {
        self.columns
    }

    /// The number of rows: holes along the left edge, its corners counted.
    #[must_use]
    pub const fn rows(self) -> u8 {
        self.rows
    }

    /// Whether the board has as many columns as rows.
    #[must_use]
    pub fn is_square(self) -> bool {
        self.columns == self.rows
    }

    /// Whether the board has this hole: inside the edges and no corner.
    #[must_use]
    pub fn contains(self, hole: Hole) -> bool {
        let (right, bottom) = (self.columns - 1, self.rows - 1);
        let (column, row) = (hole.column(), hole.row());
        let outside = column > right || row > bottom;
        let corner = (column == 0 || column == right) && (row == 0 || row == bottom);
        !outside && !corner
    }

    /// Whether `side` may peg here at all: a hole of the board outside the opponent's border rows.
    #[must_use]
    pub fn open_to(self, side: Side, hole: Hole) -> bool {
        let (across, last) = match side {
            Side::Vertical => (hole.column(), self.columns - 1),
            Side::Horizontal => (hole.row(), self.rows - 1),
        };
        self.contains(hole) && across != 0 && across != last
    }

    /// Which of `side`'s own borders the hole lies on: bit 0 for the top or left one, bit 1 for
    /// the bottom or right one.
    #[must_use]
    pub fn borders(self, side: Side, hole: Hole) -> u8 {
        let (along, last) = match side {
            Side::Vertical => (hole.row(), self.rows - 1),
            Side::Horizontal => (hole.column(), self.columns - 1),
        };
        (along == 0) as u8 | ((along == last) as u8) << 1
    }

    /// Whether the hole lies on `side`'s top or left border, where its chains are taken to begin.
    #[must_use]
    pub fn is_first(self, side: Side, hole: Hole) -> bool {
        self.borders(side, hole) & 1 != 0
    }

    /// Whether the hole lies on `side`'s bottom or right border, where its chains are taken to end.
    #[must_use]
    pub fn is_last(self, side: Side, hole: Hole) -> bool {
        self.borders(side, hole) & 2 != 0
    }

    /// All holes of the board, row by row.
    pub fn holes(self) -> impl Iterator<Item = Hole> {
        (0..self.rows)
            .flat_map(move |row| (0..self.columns).map(move |column| Hole::new(column, row)))
            .filter(move |&hole| self.contains(hole))
    }
}

impl fmt::Display for Size {
    /// Columns and rows: `12 x 12`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} x {}", self.columns, self.rows)
    }
}
