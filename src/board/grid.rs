//! One bit per hole and midpoint.

use std::fmt;

/// The number of cells along an edge of the largest doubled grid.
pub const SPAN: usize = 48;

/// Padding rows, since neighbours of a cell are up to four rows away.
const MARGIN: usize = 4;

/// One layer of the doubled grid: cell (x, y) is bit x of row y. Rows range from −4 to 51, so that lookups
/// past the edge need no check; bits outside the grid are arbitrary after [`Grid::stamp`].
#[derive(Clone, PartialEq, Eq)]
pub struct Grid([u64; SPAN + 2 * MARGIN]);

impl Grid {
    /// The empty grid.
    pub const EMPTY: Grid = Grid([0; SPAN + 2 * MARGIN]);

    /// Returns row `y`, −4 ≤ y < 52.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, y: i32) -> u64 {
        self.0[(y + MARGIN as i32) as usize]
    }

    /// Returns row `y` rotated so that column `x` is bit 0; `x` may be negative.
    #[inline(always)]
    #[must_use]
    pub fn row_from(&self, x: i32, y: i32) -> u64 {
        // The grid uses 48 of 64 bits, so the bits that wrap around are outside the grid.
        self.row(y).rotate_right(x as u32 & 63)
    }

    /// Returns whether cell (x, y) is set.
    #[inline]
    #[must_use]
    pub fn get(&self, x: i32, y: i32) -> bool {
        self.row_from(x, y) & 1 != 0
    }

    /// Sets cell (x, y).
    #[inline]
    pub fn set(&mut self, x: i32, y: i32) {
        self.0[(y + MARGIN as i32) as usize] |= 1 << (x as u32 & 63);
    }

    /// Returns rows `y` to `y + K − 1`, with one bounds check.
    #[inline(always)]
    #[must_use]
    pub fn rows<const K: usize>(&self, y: i32) -> &[u64; K] {
        let first = (y + MARGIN as i32) as usize;
        self.0[first..].first_chunk().expect("rows from −4 to 51")
    }

    /// Sets the cells of a five-row pattern, whose bit 0 is at column `x` and whose first row is `y`.
    #[inline(always)]
    pub fn stamp(&mut self, x: i32, y: i32, pattern: &[u64; 5]) {
        let first = (y + MARGIN as i32) as usize;
        for (word, bits) in self.0[first..first + 5].iter_mut().zip(pattern) {
            *word |= bits.rotate_left(x as u32 & 63);
        }
    }
}

impl fmt::Debug for Grid {
    /// Writes a line per row, with `*` for a set cell, without empty rows at the end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = &self.0[MARGIN..MARGIN + SPAN];
        let used = rows.iter().rposition(|&row| row != 0).map_or(0, |y| y + 1);
        for row in &rows[..used] {
            let cells: String =
                (0..SPAN).map(|x| if row >> x & 1 != 0 { '*' } else { '.' }).collect();
            writeln!(f, "{cells}")?;
        }
        Ok(())
    }
}
