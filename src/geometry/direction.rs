use std::fmt;

/// One of the eight knight's moves, numbered so that 0–3 go down the board, from left to right,
/// and `7 - d` is the reverse of `d`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Direction(u8);

/// Columns and rows that a link spans, by direction.
const OFFSETS: [(i8, i8); 8] =
    [(-2, 1), (-1, 2), (1, 2), (2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)];

impl Direction {
    /// All eight.
    pub const ALL: [Direction; 8] = {
        let mut all = [Direction(0); 8];
        let mut d = 0;
        while d < 8 {
            all[d as usize] = Direction(d);
            d += 1;
        }
        all
    };

    /// The four that go down the board: every link has exactly one of them, from its upper end.
    pub const DOWN: [Direction; 4] = [Direction(0), Direction(1), Direction(2), Direction(3)];

    /// The direction's number, 0–7.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The columns and rows that a link in this direction spans.
    #[must_use]
    pub const fn offset(self) -> (i8, i8) {
        OFFSETS[self.0 as usize]
    }

    /// The direction with this offset, if it is a knight's move.
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

    /// The way back.
    #[must_use]
    pub fn reverse(self) -> Direction {
        Direction(7 - self.0)
    }

    /// Whether the direction goes down the board.
    #[must_use]
    pub const fn is_down(self) -> bool {
        self.0 < 4
    }

    /// The slope of a link in this direction: 0 if it falls to the right (`\`), 1 if it rises (`/`).
    ///
    /// Links of one slope never share a midpoint, which is what makes a layer a slope enough.
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
