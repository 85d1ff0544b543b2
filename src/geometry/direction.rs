use std::fmt;

/// One of the eight knight's moves: 0–3 go down the board, from left to right; `7 - d` reverses `d`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction(u8);

/// The offset in columns and rows, by direction.
const OFFSETS: [(i8, i8); 8] =
    [(-2, 1), (-1, 2), (1, 2), (2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 8] = {
        let mut all = [Direction(0); 8];
        let mut d = 0;
        while d < 8 {
            all[d as usize] = Direction(d);
            d += 1;
        }
        all
    };

    /// The four directions down the board. Every link has one of them, from its upper end.
    pub const DOWN: [Direction; 4] = [Direction(0), Direction(1), Direction(2), Direction(3)];

    /// Returns the number of the direction, 0–7.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the offset of the direction in columns and rows.
    #[must_use]
    pub const fn offset(self) -> (i8, i8) {
        OFFSETS[self.0 as usize]
    }

    /// Returns the direction with this offset, or `None` if it is not a knight's move.
    #[must_use]
    pub fn from_offset(columns: i8, rows: i8) -> Option<Direction> {
        let mut d = 0;
        while d < 8 {
            if OFFSETS[d].0 == columns && OFFSETS[d].1 == rows {
                return Some(Direction(d as u8));
            }
            d += 1;
        }
        None
    }

    /// Returns the opposite direction.
    #[must_use]
    pub fn reverse(self) -> Direction {
        Direction(7 - self.0)
    }

    /// Returns whether the direction goes down the board.
    #[must_use]
    pub const fn is_down(self) -> bool {
        self.0 < 4
    }

    /// Returns the slope of a link in this direction: 0 if it falls to the right (`\`), 1 if it rises (`/`).
    /// Links of the same slope never share a midpoint.
    #[must_use]
    pub const fn slope(self) -> usize {
        let (dx, dy) = self.offset();
        (dx > 0) as usize ^ (dy > 0) as usize
    }
}

impl fmt::Debug for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (dx, dy) = self.offset();
        write!(f, "({dx:+}, {dy:+})")
    }
}
