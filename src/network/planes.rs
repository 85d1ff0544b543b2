use super::cells::Cells;
use crate::board::Board;
use crate::distance::{close_up, holes_of, Distances};
use crate::geometry::{Hole, Side, Size};
use crate::rules::Position;

/// The bytes per hole in [`Planes`]: one per plane, and six of padding to a multiple of 16.
pub const BYTES_PER_HOLE: usize = 32;

/// 64·exp(−distance/3) by distance, rounded; 0 beyond the table.
const NEARNESS: [u8; 15] = [64, 46, 33, 24, 17, 12, 9, 6, 4, 3, 2, 2, 1, 1, 1];

/// The offsets of directions 0–3 in the order of the planes; direction k + 4 is the reverse of k.
const DOWN: [(i32, usize); 4] = [(1, 2), (2, 1), (-1, 2), (-2, 1)];

/// Returns the hole with index row · edge + column as `mover` sees the board: for horizontal,
/// columns and rows are exchanged.
#[must_use]
pub fn hole_at(index: usize, size: Size, mover: Side) -> Hole {
    let edge = usize::from(size.get());
    let (column, row) = ((index % edge) as u8, (index / edge) as u8);
    match mover {
        Side::Vertical => Hole::new(column, row),
        Side::Horizontal => Hole::new(row, column),
    }
}

/// Returns the index of a hole, the inverse of [`hole_at`].
#[inline]
#[must_use]
pub fn index_of(hole: Hole, size: Size, mover: Side) -> usize {
    let (column, row) = match mover {
        Side::Vertical => (hole.column(), hole.row()),
        Side::Horizontal => (hole.row(), hole.column()),
    };
    usize::from(row) * usize::from(size.get()) + usize::from(column)
}

/// The input of the network: 26 planes, quantised so that 64 is 1, oriented so that the mover
/// connects top and bottom ([`hole_at`]):
///
/// - the pegs of the mover; those of the opponent;
/// - for each of the eight directions (+1, +2), (+2, +1), (−1, +2), (−2, +1) and their reverses:
///   the holes whose link in this direction is on the board and not blocked for the mover; the same
///   eight for the opponent;
/// - exp(−distance/3) from the mover's top and bottom border, and from the opponent's left and
///   right border; 0 if unreachable;
/// - the top and bottom rows; the left and right columns; all holes;
/// - all holes if own links block one another, as under classic rules (`TPN1` networks do not have
///   this plane).
#[derive(Clone, Debug, Default)]
pub struct Planes {
    pub(super) cells: Cells,
}

impl Planes {
    /// Fills the planes from a position and its measured link distances.
    pub fn fill<const N: usize>(&mut self, position: &Position, distances: &Distances<N>) {
        let (board, mover) = (position.board(), position.to_move());
        let edge = usize::from(board.size().get());
        self.cells.fit(edge, BYTES_PER_HOLE);
        let (over, down) = match mover {
            Side::Vertical => (BYTES_PER_HOLE, BYTES_PER_HOLE * (edge + 1)),
            Side::Horizontal => (BYTES_PER_HOLE * (edge + 1), BYTES_PER_HOLE),
        };
        let origin = self.cells.at(0, 0);
        let bytes = &mut self.cells.bytes;
        let sides = [mover, !mover];
        let ways = sides.map(|side| ways(board, side));
        for row in 0..edge {
            let planes = planes_of_row(board, mover, &ways, row);
            for first in (0..edge).step_by(8) {
                let octets: [u64; 3] = std::array::from_fn(|i| {
                    let plane = |k: usize| u64::from(planes[8 * i + k] >> first & 0xff) << (8 * k);
                    transposed((0..8).fold(0, |all, k| all | plane(k)))
                });
                for column in first..edge.min(first + 8) {
                    let at = origin + over * column + down * row;
                    let Some(cell) = bytes.get_mut(at..at + BYTES_PER_HOLE) else { return };
                    for (chunk, octet) in cell.chunks_exact_mut(8).zip(octets) {
                        let bits = octet >> (8 * (column - first)) & 0xff;
                        chunk.copy_from_slice(&spread(bits).to_le_bytes());
                    }
                    cell[24] = 64;
                    cell[25] = if board.own_links_block() { 64 } else { 0 };
                }
            }
        }
        for plane in 0..4 {
            let levels = distances.of(sides[plane / 2]).levels(plane % 2);
            for (level, nearness) in levels.iter().zip(NEARNESS) {
                for hole in holes_of(*level) {
                    let (column, row) = (usize::from(hole.column()), usize::from(hole.row()));
                    bytes[origin + over * column + down * row + 18 + plane] = nearness;
                }
            }
        }
    }

    /// Reflects the board as the mover sees it: top to bottom if `top_and_bottom` is true, else left to right.
    pub fn mirror(&mut self, top_and_bottom: bool) {
        let (ways, borders) = if top_and_bottom { (6, 18) } else { (2, 20) };
        let edge = self.cells.edge;
        for row in 0..edge {
            for column in 0..edge {
                let (at, other) = (
                    self.cells.at(row, column),
                    match top_and_bottom {
                        true => self.cells.at(edge - 1 - row, column),
                        false => self.cells.at(row, edge - 1 - column),
                    },
                );
                let bytes = &mut self.cells.bytes;
                if at < other {
                    (0..BYTES_PER_HOLE).for_each(|k| bytes.swap(at + k, other + k));
                }
                let cell = &mut bytes[at..at + BYTES_PER_HOLE];
                for way in 0..8 {
                    // The numbers of a direction and of its reflection differ in the bits `ways`.
                    if way < way ^ ways {
                        cell.swap(2 + way, 2 + (way ^ ways));
                        cell.swap(10 + way, 10 + (way ^ ways));
                    }
                }
                cell.swap(borders, borders + 1);
            }
        }
    }

    /// Creates planes from quantised values by plane (0–24), row and column; own links do not block
    /// one another.
    #[must_use]
    pub fn of(edge: usize, value: impl Fn(usize, usize, usize) -> u8) -> Planes {
        let mut cells = Cells::default();
        cells.fit(edge, BYTES_PER_HOLE);
        for (row, column) in (0..edge).flat_map(|row| (0..edge).map(move |column| (row, column))) {
            let at = cells.at(row, column);
            (0..25).for_each(|plane| cells.bytes[at + plane] = value(plane, row, column));
        }
        Planes { cells }
    }

    /// Returns the quantised values of a row as the mover sees it, [`BYTES_PER_HOLE`] per hole.
    ///
    /// # Panics
    ///
    /// If the board does not have this row, or the planes are empty.
    #[must_use]
    pub fn row(&self, row: usize) -> &[u8] {
        &self.cells.bytes[self.cells.at(row, 0)..][..self.cells.edge * BYTES_PER_HOLE]
    }

    /// Creates planes from quantised values hole by hole, [`BYTES_PER_HOLE`] bytes each, as in a training
    /// record. Returns `None` if the edge is above 24 or the number of bytes is wrong.
    #[must_use]
    pub fn of_holes(edge: usize, bytes: &[u8]) -> Option<Planes> {
        if edge > 24 || bytes.len() != edge * edge * BYTES_PER_HOLE {
            return None;
        }
        let mut cells = Cells::default();
        cells.fit(edge, BYTES_PER_HOLE);
        for (hole, bytes) in bytes.chunks_exact(BYTES_PER_HOLE).enumerate() {
            let at = cells.at(hole / edge, hole % edge);
            cells.bytes[at..at + BYTES_PER_HOLE].copy_from_slice(bytes);
        }
        Some(Planes { cells })
    }

    /// Returns the quantised value of a plane (0–25) at a hole, as the mover sees it.
    #[must_use]
    pub fn get(&self, plane: usize, row: usize, column: usize) -> u8 {
        self.cells.bytes[self.cells.at(row, column) + plane]
    }
}

/// The holes (column c is bit c) whose link in a direction is not blocked, by direction and row.
type Ways = [[u32; 26]; 8];

/// Returns the first 24 planes of a row of the board (for horizontal a column of the planes), with hole
/// c as bit c. The four planes of the distances, which are not binary, are 0.
#[inline(always)]
fn planes_of_row(board: &Board, mover: Side, ways: &[Ways; 2], row: usize) -> [u32; 24] {
    let edge = usize::from(board.size().get());
    let mut planes = [0; 24];
    for (i, side) in [mover, !mover].into_iter().enumerate() {
        planes[i] = close_up(board.peg_row(side, row as u8));
        for (way, rows) in ways[i].iter().enumerate() {
            // The reflection of (dx, dy) in the diagonal is (dy, dx).
            let seen = if mover == Side::Vertical { way } else { (9 - way) % 8 };
            planes[2 + 8 * i + seen] = rows[row];
        }
    }
    let ends = 1 | 1 << (edge - 1);
    let border = if row == 0 || row == edge - 1 { !0 } else { 0 };
    let borders = if mover == Side::Vertical { [border, ends] } else { [ends, border] };
    planes[22..].copy_from_slice(&borders);
    planes
}

/// Returns, by direction and row, the holes from which links of `side` are not blocked.
#[inline(always)]
fn ways(board: &Board, side: Side) -> Ways {
    let edge = usize::from(board.size().get());
    let full = (1 << edge) - 1;
    let holes = |row: usize| match row {
        _ if row >= edge => 0,
        _ if row == 0 || row == edge - 1 => full & !1 & full >> 1,
        _ => full,
    };
    let shift = |bits: u32, by: i32| if by > 0 { bits << by } else { bits >> -by };
    let mut open = [[0; 26]; 8];
    for row in 0..edge {
        let y = 2 * row as i32;
        let (flat, steep) = (board.barred_row(side, y + 1), board.barred_row(side, y + 2));
        // The shifts move a midpoint to the column of its upper end: see `Board::barred_row`.
        let barred =
            [close_up(steep >> 1), close_up(flat) >> 1, close_up(steep), close_up(flat >> 1) << 1];
        for (way, (dx, dy)) in DOWN.into_iter().enumerate() {
            let from = holes(row) & shift(holes(row + dy), -dx) & !barred[way];
            open[way][row] = from;
            open[way + 4][row + dy] = shift(from, dx);
        }
    }
    open
}

/// Transposes an 8 × 8 bit matrix: bit j of byte i becomes bit i of byte j.
#[inline(always)]
fn transposed(mut bits: u64) -> u64 {
    let mut swap = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ swap << 7;
    swap = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ swap << 14;
    swap = (bits ^ bits >> 28) & 0xf0f0_f0f0;
    bits ^ swap ^ swap << 28
}

/// Expands eight bits to eight bytes, with 64 for a 1.
#[inline(always)]
fn spread(bits: u64) -> u64 {
    let apart = bits.wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (apart + 0x7f7f_7f7f_7f7f_7f7f) >> 1 & 0x4040_4040_4040_4040
}

#[cfg(test)]
mod tests {
    use super::{spread, transposed, NEARNESS};

    #[test]
    fn nearness_table_equals_the_formula() {
        for distance in 0..40 {
            let exact = 64.0 * (-f64::from(distance) / 3.0).exp();
            let table = NEARNESS.get(distance as usize).copied().unwrap_or(0);
            assert_eq!(f64::from(table), exact.round(), "{distance}");
        }
    }

    #[test]
    fn bits_are_transposed_and_expanded() {
        for i in 0..8 {
            for j in 0..8 {
                assert_eq!(transposed(1 << (8 * i + j)), 1 << (8 * j + i));
            }
            assert_eq!(spread(1 << i), 64 << (8 * i));
        }
        assert_eq!(spread(0xff), 0x4040_4040_4040_4040);
    }
}
