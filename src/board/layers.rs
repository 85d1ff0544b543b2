//! The bits of one side.

use super::crossing::CROSSINGS;
use super::grid::Grid;
use crate::geometry::Direction;

/// The pegs and links of a side, and the links that are blocked for it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Layers {
    /// Links by slope; the first grid also holds the pegs.
    pub(super) slopes: [Grid; 2],
    /// Midpoints of links blocked for this side. Those of slope 1 are stored one column to the right, in cells
    /// that are not midpoints, so that a lookup of all eight directions reads four rows, not eight.
    pub(super) barred: Grid,
}

/// The mask of the columns of holes.
pub(super) const EVEN: u64 = 0x5555_5555_5555_5555 & ((1 << 48) - 1);

/// A set of neighbours of a peg. The bit number of a neighbour is its column, counted from four cells left of
/// the peg, plus 16 if it is above the peg. [`WAYS`] has the direction of each bit.
pub(super) type Neighbours = u64;

/// The direction of one bit of [`Neighbours`].
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) dx: i8,
    pub(super) dy: i8,
    pub(super) slope: u8,
    /// The cells that the link blocks for the opponent.
    pub(super) bars: [u64; 5],
}

/// The direction of each bit; unused bits have an empty entry.
pub(super) const WAYS: [Way; 32] = {
    let mut ways = [Way { dx: 0, dy: 0, slope: 0, bars: [0; 5] }; 32];
    let mut d = 0;
    while d < 8 {
        let direction = Direction::ALL[d];
        let (dx, dy) = direction.offset();
        let above = if direction.is_down() { 0 } else { 16 };
        let bit = (2 * dx + 4) as usize + above;
        ways[bit] = Way { dx, dy, slope: direction.slope() as u8, bars: CROSSINGS[d].packed };
        d += 1;
    }
    ways
};

impl Layers {
    pub(super) const EMPTY: Layers =
        Layers { slopes: [Grid::EMPTY, Grid::EMPTY], barred: Grid::EMPTY };

    /// Returns the side's pegs that are a knight's move away from cell (x, y).
    #[inline(always)]
    pub(super) fn near(&self, x: i32, y: i32) -> Neighbours {
        let rows = self.slopes[0].rows::<9>(y - 4);
        let row = |i: usize, mask| rows[i].rotate_right((x - 4) as u32 & 63) & mask;
        row(6, 0x101) | row(8, 0x44) | (row(2, 0x101) | row(0, 0x44)) << 16
    }

    /// Returns the neighbours to which a link from cell (x, y) is blocked.
    #[inline(always)]
    pub(super) fn cut_off(&self, x: i32, y: i32) -> Neighbours {
        let rows = self.barred.rows::<5>(y - 2);
        let row = |i: usize| rows[i].rotate_right((x - 4) as u32 & 63);
        let (flat, steep) = (row(3), row(4));
        let below = flat >> 3 & 0x001 | flat << 2 & 0x100 | steep >> 2 & 0x04 | steep << 1 & 0x40;
        let (flat, steep) = (row(1), row(0));
        let above = flat >> 2 & 0x001 | flat << 1 & 0x100 | steep >> 1 & 0x04 | steep & 0x40;
        below | above << 16
    }
}
