use super::{Hole, Side};

/// The number of holes along an edge of the board, 5–24; the four corners are no holes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Size(u8);

impl Size {
    /// The smallest board.
    pub const MIN: Size = Size(5);
    /// The arena's board.
    pub const ARENA: Size = Size(12);
    /// The largest board: the one that the doubled grid's 48 columns hold.
    pub const MAX: Size = Size(24);

    /// The board with `edge` holes along an edge, or `None` outside 5–24.
    #[must_use]
    pub const fn new(edge: u8) -> Option<Size> {
        if edge >= Size::MIN.0 && edge <= Size::MAX.0 {
            Some(Size(edge))
        } else {
            None
        }
    }

    /// The number of holes along an edge.
    #[must_use]
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Whether the board has this hole: inside the edges and no corner.
    #[must_use]
    pub const fn contains(self, hole: Hole) -> bool {
        let last = self.0 - 1;
        let (column, row) = (hole.column(), hole.row());
        let outside = column > last || row > last;
        let corner = (column == 0 || column == last) && (row == 0 || row == last);
        !outside && !corner
    }

    /// Whether `side` may peg here at all: a hole of the board outside the opponent's border rows.
    #[must_use]
    pub const fn open_to(self, side: Side, hole: Hole) -> bool {
        let last = self.0 - 1;
        let across = match side {
            Side::Vertical => hole.column(),
            Side::Horizontal => hole.row(),
        };
        self.contains(hole) && across != 0 && across != last
    }

    /// Which of `side`'s own borders the hole lies on: bit 0 for the top or left one, bit 1 for
    /// the bottom or right one.
    #[must_use]
    pub const fn borders(self, side: Side, hole: Hole) -> u8 {
        let along = match side {
            Side::Vertical => hole.row(),
            Side::Horizontal => hole.column(),
        };
        (along == 0) as u8 | ((along == self.0 - 1) as u8) << 1
    }

    /// All holes of the board, row by row.
    pub fn holes(self) -> impl Iterator<Item = Hole> {
        let edge = self.0;
        (0..edge)
            .flat_map(move |row| (0..edge).map(move |column| Hole::new(column, row)))
            .filter(move |&hole| self.contains(hole))
    }
}
