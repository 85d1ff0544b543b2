use super::{Direction, Hole, Size};

/// A link, stored as its upper end and direction, so that the order of the ends does not matter.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Link {
    upper: Hole,
    down: Direction,
}

impl Link {
    /// Returns the link between `a` and `b`, or `None` if they are not a knight's move apart.
    #[must_use]
    pub fn between(a: Hole, b: Hole) -> Option<Link> {
        let columns = b.column() as i8 - a.column() as i8;
        let rows = b.row() as i8 - a.row() as i8;
        match Direction::from_offset(columns, rows) {
            None => None,
            Some(direction) if direction.is_down() => Some(Link { upper: a, down: direction }),
            Some(direction) => Some(Link { upper: b, down: direction.reverse() }),
        }
    }

    /// Returns the link from `hole` in `direction`, if the other end is on a board of `size`.
    #[must_use]
    pub fn from(hole: Hole, direction: Direction, size: Size) -> Option<Link> {
        match hole.step(direction, size) {
            None => None,
            Some(end) => Link::between(hole, end),
        }
    }

    /// Returns the two ends, the upper one first.
    #[must_use]
    pub fn ends(self) -> (Hole, Hole) {
        let (dx, dy) = self.down.offset();
        let column = (self.upper.column() as i8 + dx) as u8;
        (self.upper, Hole::new(column, self.upper.row() + dy as u8))
    }

    /// Returns the other end; the upper one if `end` is not an end.
    #[must_use]
    pub fn other_end(self, end: Hole) -> Hole {
        let (upper, lower) = self.ends();
        if upper == end {
            lower
        } else {
            upper
        }
    }

    /// Returns the upper end.
    #[must_use]
    pub fn upper(self) -> Hole {
        self.upper
    }

    /// Returns the direction from the upper end to the lower one.
    #[must_use]
    pub fn down(self) -> Direction {
        self.down
    }

    /// Returns the midpoint (x, y) on the doubled grid; one coordinate is odd.
    #[must_use]
    pub fn midpoint(self) -> (u8, u8) {
        let (dx, dy) = self.down.offset();
        ((2 * self.upper.column() as i8 + dx) as u8, 2 * self.upper.row() + dy as u8)
    }

    /// Returns the link with this midpoint and slope, if there is one on a board of `size`.
    #[must_use]
    pub fn at_midpoint(x: i32, y: i32, slope: usize, size: Size) -> Option<Link> {
        let (dx, dy) = if y % 2 == 0 { (1, 2) } else { (2, 1) };
        let dx = if slope == 0 { dx } else { -dx };
        let ends = [(x - dx) / 2, (y - dy) / 2, (x + dx) / 2, (y + dy) / 2];
        let (columns, rows) = (size.columns() as i32, size.rows() as i32);
        let mut i = 0;
        while i < 4 {
            // Division rounds towards 0, so negative coordinates are rejected first.
            let beyond = if i % 2 == 0 { columns } else { rows };
            if [x - dx, y - dy, x + dx, y + dy][i] < 0 || ends[i] >= beyond {
                return None;
            }
            i += 1;
        }
        let upper = Hole::new(ends[0] as u8, ends[1] as u8);
        let lower = Hole::new(ends[2] as u8, ends[3] as u8);
        if !size.contains(upper) || !size.contains(lower) {
            return None;
        }
        Link::between(upper, lower)
    }

    /// Returns the reflection in the main diagonal.
    #[must_use]
    pub fn transposed(self) -> Link {
        let (a, b) = self.ends();
        match Link::between(a.transposed(), b.transposed()) {
            Some(link) => link,
            None => unreachable!(),
        }
    }
}
