use std::fmt;

/// Cells along an edge of the doubled grid of the largest board.
pub const SPAN: usize = 48;

/// Spare rows on either side: a link from the edge reaches four rows out.
const MARGIN: usize = 4;

/// One layer of the doubled grid: a bit a cell, a word a row.
///
/// Cell (x, y) is bit x of row y. Rows reach from −4 to 51, so that looking past the edge needs no
/// test; bits of cells off the grid may hold anything after [`Grid::stamp`] and mean nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Grid([u64; SPAN + 2 * MARGIN]);

impl Grid {
    /// No cell set.
    pub const EMPTY: Grid = Grid([0; SPAN + 2 * MARGIN]);

    /// Row `y`, −4 ≤ y < 52.
    #[inline(always)]
    #[must_use]
    pub fn row(&self, y: i32) -> u64 {
        self.0[(y + MARGIN as i32) as usize]
    }

    /// Row `y` turned right so that column `x` comes to bit 0; `x` may be negative.
    #[inline(always)]
    #[must_use]
    pub fn row_from(&self, x: i32, y: i32) -> u64 {
        // The grid fills 48 of 64 bits, so what wraps around is blank.
        self.row(y).rotate_right(x as u32 & 63)
    }

    /// Whether cell (x, y) is set.
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

    /// Rows `y` to `y + K − 1`: one look at the bounds for all of them.
    #[inline(always)]
    #[must_use]
    pub fn rows<const K: usize>(&self, y: i32) -> &[u64; K] {
        let first = (y + MARGIN as i32) as usize;
        self.0[first..].first_chunk().expect("rows from −4 to 51")
    }

    /// Sets the cells of a pattern of five rows whose bit 0 comes to column `x` and whose first
    /// row comes to `y`.
    #[inline(always)]
    pub fn stamp(&mut self, x: i32, y: i32, pattern: &[u64; 5]) {
        let first = (y + MARGIN as i32) as usize;
        for (word, bits) in self.0[first..first + 5].iter_mut().zip(pattern) {
            *word |= bits.rotate_left(x as u32 & 63);
        }
    }
}

impl fmt::Debug for Grid {
    /// Draws the layer, a line a row, `*` for a set cell; blank rows at the end are left out.
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
