use super::crossing::CROSSINGS;
use super::grid::Grid;
use crate::geometry::Direction;
use arrayvec::ArrayVec;

/// One side's half of the board.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Layers {
    /// The doubled grid by slope of link. Pegs stand in the first; of the odd/odd cells the first
    /// grid has "this peg's chain reaches the top or left border", the second the other border.
    pub(super) slopes: [Grid; 2],
    /// Midpoints where this side can't link because a link of the opponent would be crossed.
    /// Both slopes share one grid: slope 1 stands one column to the right of its midpoint, on a
    /// peg's or a spare cell. So looking up all eight directions reads four rows, not eight.
    pub(super) barred: Grid,
}

/// How the eight neighbours of a peg stand in one word: rows below in bits 0–8, rows above 16 bits
/// further, by column relative to four cells left of the peg. `Way` tells what a set bit means.
pub(super) type Neighbours = u64;

/// What goes with one bit of [`Neighbours`].
#[derive(Clone, Copy)]
pub(super) struct Way {
    /// From the peg to its neighbour, in holes.
    pub(super) dx: i8,
    pub(super) dy: i8,
    pub(super) slope: u8,
    /// Which cells the link between them bars for the opponent.
    pub(super) bars: [u64; 5],
}

/// By bit number; bits that stand for no neighbour stay blank.
pub(super) const WAYS: [Way; 32] = {
    let mut ways = [Way {
        dx: 0,
        dy: 0,
        slope: 0,
        bars: [0; 5],
    }; 32];
    let mut d = 0;
    while d < 8 {
        let direction = Direction::ALL[d];
        let (dx, dy) = direction.offset();
        let above = if direction.is_down() { 0 } else { 16 };
        let bit = (2 * dx + 4) as usize + above;
        ways[bit] = Way {
            dx,
            dy,
            slope: direction.slope() as u8,
            bars: CROSSINGS[d].packed,
        };
        d += 1;
    }
    ways
};

impl Layers {
    pub(super) const EMPTY: Layers = Layers {
        slopes: [Grid::EMPTY, Grid::EMPTY],
        barred: Grid::EMPTY,
    };

    /// The own pegs a knight's move away from cell (x, y).
    #[inline(always)]
    pub(super) fn near(&self, x: i32, y: i32) -> Neighbours {
        let pegs = &self.slopes[0];
        let row = |dy, mask| pegs.row_from(x - 4, y + dy) & mask;
        row(2, 0x101) | row(4, 0x44) | (row(-2, 0x101) | row(-4, 0x44)) << 16
    }

    /// The neighbours of cell (x, y) that a link of the opponent keeps it from.
    #[inline(always)]
    pub(super) fn cut_off(&self, x: i32, y: i32) -> Neighbours {
        let row = |dy| self.barred.row_from(x - 4, y + dy);
        let (flat, steep) = (row(1), row(2));
        let below = flat >> 3 & 0x001 | flat << 2 & 0x100 | steep >> 2 & 0x04 | steep << 1 & 0x40;
        let (flat, steep) = (row(-1), row(-2));
        let above = flat >> 2 & 0x001 | flat << 1 & 0x100 | steep >> 1 & 0x04 | steep & 0x40;
        below | above << 16
    }

    /// The neighbours that a link joins to the peg at cell (x, y).
    #[inline(always)]
    pub(super) fn linked(&self, x: i32, y: i32) -> Neighbours {
        let [falling, rising] = &self.slopes;
        let row = |grid: &Grid, dy| grid.row_from(x - 4, y + dy);
        let below = row(rising, 1) >> 2 & 0x001
            | row(falling, 1) << 2 & 0x100
            | row(rising, 2) >> 1 & 0x04
            | row(falling, 2) << 1 & 0x40;
        let above = row(falling, -1) >> 2 & 0x001
            | row(rising, -1) << 2 & 0x100
            | row(falling, -2) >> 1 & 0x04
            | row(rising, -2) << 1 & 0x40;
        below | above << 16
    }

    /// Which borders the chain of the peg at cell (x, y) reaches, as [`Size::borders`] counts them.
    #[inline(always)]
    pub(super) fn reached(&self, x: i32, y: i32) -> u8 {
        let bit = |grid: &Grid| (grid.row_from(x + 1, y + 1) & 1) as u8;
        bit(&self.slopes[0]) | bit(&self.slopes[1]) << 1
    }

    pub(super) fn mark_reached(&mut self, x: i32, y: i32, borders: u8) {
        if borders & 1 != 0 {
            self.slopes[0].set(x + 1, y + 1);
        }
        if borders & 2 != 0 {
            self.slopes[1].set(x + 1, y + 1);
        }
    }

    /// Tells the whole chain of the peg at cell (x, y) that it reaches `borders`.
    ///
    /// A peg learns of a border once in a game, so all calls together visit it twice at most.
    #[cold]
    pub(super) fn spread_reached(&mut self, x: i32, y: i32, borders: u8) {
        let mut waiting = ArrayVec::<(i8, i8), { 24 * 24 }>::new();
        self.mark_reached(x, y, borders);
        waiting.push((x as i8, y as i8));
        while let Some((x, y)) = waiting.pop() {
            let mut linked = self.linked(x.into(), y.into());
            while linked != 0 {
                let way = &WAYS[linked.trailing_zeros() as usize & 31];
                linked &= linked - 1;
                let (x, y) = (x + 2 * way.dx, y + 2 * way.dy);
                if self.reached(x.into(), y.into()) | borders != self.reached(x.into(), y.into()) {
                    self.mark_reached(x.into(), y.into(), borders);
                    waiting.push((x, y));
                }
            }
        }
    }
}
