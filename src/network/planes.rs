use super::cells::Cells;
use crate::board::Board;
use crate::distance::{close_up, holes_of, Distances};
use crate::geometry::{Hole, Side, Size};
use crate::rules::Position;

/// Bytes of a hole in [`Planes`]: one a plane, the last two always 0, since the kernels take four at
/// a time.
pub const INPUTS: usize = 28;

/// By distance: 64·exp(−distance/3), rounded; beyond the table it is 0.
const NEARNESS: [u8; 15] = [64, 46, 33, 24, 17, 12, 9, 6, 4, 3, 2, 2, 1, 1, 1];

/// Columns and rows that the ways 0–3 span; way k + 4 is the reverse of way k.
const DOWN: [(i32, usize); 4] = [(1, 2), (2, 1), (-1, 2), (-2, 1)];

/// The hole with number `index` = row · edge + column as `mover` sees the board, which is as
/// vertical sees it: for horizontal, columns and rows change places.
#[must_use]
pub fn hole_at(index: usize, size: Size, mover: Side) -> Hole {
    let edge = usize::from(size.get());
    let (column, row) = ((index % edge) as u8, (index / edge) as u8);
    match mover {
        Side::Vertical => Hole::new(column, row),
        Side::Horizontal => Hole::new(row, column),
    }
}

/// The number that [`hole_at`] takes back to the hole.
#[inline]
#[must_use]
pub fn index_of(hole: Hole, size: Size, mover: Side) -> usize {
    let (column, row) = match mover {
        Side::Vertical => (hole.column(), hole.row()),
        Side::Horizontal => (hole.row(), hole.column()),
    };
    usize::from(row) * usize::from(size.get()) + usize::from(column)
}

/// A position as the network sees it: 26 planes, quantised so that 64 is 1, always with the mover
/// joining top and bottom (see [`hole_at`]). In this order:
///
/// - the mover's pegs; the opponent's;
/// - for each of the eight ways (+1, +2), (+2, +1), (−1, +2), (−2, +1) and, in the same order,
///   their reverses: where a link of the mover that way ends on the board and crosses no link of
///   the opponent; the same eight for the opponent;
/// - exp(−distance/3) from the mover's top and bottom, from the opponent's left and right border,
///   0 if out of reach;
/// - the top and bottom rows; the left and right columns; everywhere;
/// - everywhere if own links block, by the classic rules (networks of the form `TPN1` have no
///   weights for it).
#[derive(Clone, Debug, Default)]
pub struct Planes {
    pub(super) cells: Cells,
}

impl Planes {
    /// Reads the planes off a position and its distances, which must have been measured.
    pub fn fill<const N: usize>(&mut self, position: &Position, distances: &Distances<N>) {
        let (board, mover) = (position.board(), position.to_move());
        let edge = usize::from(board.size().get());
        self.cells.fit(edge, INPUTS);
        let (over, down) = match mover {
            Side::Vertical => (INPUTS, INPUTS * (edge + 1)),
            Side::Horizontal => (INPUTS * (edge + 1), INPUTS),
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
                    let Some(cell) = bytes.get_mut(at..at + INPUTS) else { return };
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

    /// Mirrors the board: top and bottom change places, as the mover sees them, or left and right.
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
                    (0..INPUTS).for_each(|k| bytes.swap(at + k, other + k));
                }
                let cell = &mut bytes[at..at + INPUTS];
                for way in 0..8 {
                    // The bits of a way's number tell where it goes; its mirror image differs in these.
                    if way < way ^ ways {
                        cell.swap(2 + way, 2 + (way ^ ways));
                        cell.swap(10 + way, 10 + (way ^ ways));
                    }
                }
                cell.swap(borders, borders + 1);
            }
        }
    }

    /// Planes whose quantised values are known one by one, by plane (0–24), row and column, where
    /// own links don't block.
    #[must_use]
    pub fn of(edge: usize, value: impl Fn(usize, usize, usize) -> u8) -> Planes {
        let mut cells = Cells::default();
        cells.fit(edge, INPUTS);
        for (row, column) in (0..edge).flat_map(|row| (0..edge).map(move |column| (row, column))) {
            let at = cells.at(row, column);
            (0..25).for_each(|plane| cells.bytes[at + plane] = value(plane, row, column));
        }
        Planes { cells }
    }

    /// A row as the mover sees it: [`INPUTS`] quantised values a hole, hole by hole.
    ///
    /// # Panics
    ///
    /// If the board has no such row, or the planes were never filled.
    #[must_use]
    pub fn row(&self, row: usize) -> &[u8] {
        &self.cells.bytes[self.cells.at(row, 0)..][..self.cells.edge * INPUTS]
    }

    /// Planes whose quantised values are known hole by hole, rows one after the other, [`INPUTS`]
    /// bytes each: those of a training record, say. `None` if the board is larger than any or there
    /// are more or fewer bytes.
    #[must_use]
    pub fn of_holes(edge: usize, bytes: &[u8]) -> Option<Planes> {
        if edge > 24 || bytes.len() != edge * edge * INPUTS {
            return None;
        }
        let mut cells = Cells::default();
        cells.fit(edge, INPUTS);
        for (hole, bytes) in bytes.chunks_exact(INPUTS).enumerate() {
            let at = cells.at(hole / edge, hole % edge);
            cells.bytes[at..at + INPUTS].copy_from_slice(bytes);
        }
        Some(Planes { cells })
    }

    /// The quantised value of a plane (0–25) at a hole, row and column as the mover sees them.
    #[must_use]
    pub fn get(&self, plane: usize, row: usize, column: usize) -> u8 {
        self.cells.bytes[self.cells.at(row, column) + plane]
    }
}

/// By way and row: the holes, column c as bit c, where a side's link that way is open.
type Ways = [[u32; 26]; 8];

/// The planes that are either 0 or 1 along a row of the board (a column, as horizontal sees it),
/// hole c as bit c; all but the last, and blanks in place of the distances.
#[inline(always)]
fn planes_of_row(board: &Board, mover: Side, ways: &[Ways; 2], row: usize) -> [u32; 24] {
    let edge = usize::from(board.size().get());
    let mut planes = [0; 24];
    for (i, side) in [mover, !mover].into_iter().enumerate() {
        planes[i] = close_up(board.peg_row(side, row as u8));
        for (way, rows) in ways[i].iter().enumerate() {
            // Mirrored on the diagonal, (dx, dy) is (dy, dx).
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

/// Where `side` may link, by its way.
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
        // Where a midpoint stands beside its upper end: see `Board::barred_row`.
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

/// Turns 8 × 8 bits: bit j of byte i becomes bit i of byte j.
#[inline(always)]
fn transposed(mut bits: u64) -> u64 {
    let mut swap = (bits ^ bits >> 7) & 0x00aa_00aa_00aa_00aa;
    bits ^= swap ^ swap << 7;
    swap = (bits ^ bits >> 14) & 0x0000_cccc_0000_cccc;
    bits ^= swap ^ swap << 14;
    swap = (bits ^ bits >> 28) & 0xf0f0_f0f0;
    bits ^ swap ^ swap << 28
}

/// Eight bits as eight bytes, 64 for a 1.
#[inline(always)]
fn spread(bits: u64) -> u64 {
    let apart = bits.wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
    (apart + 0x7f7f_7f7f_7f7f_7f7f) >> 1 & 0x4040_4040_4040_4040
}

#[cfg(test)]
mod tests {
    use super::{spread, transposed, NEARNESS};

    #[test]
    fn nearness_is_the_formula() {
        for distance in 0..40 {
            let exact = 64.0 * (-f64::from(distance) / 3.0).exp();
            let table = NEARNESS.get(distance as usize).copied().unwrap_or(0);
            assert_eq!(f64::from(table), exact.round(), "{distance}");
        }
    }

    #[test]
    fn every_bit_finds_its_place() {
        for i in 0..8 {
            for j in 0..8 {
                assert_eq!(transposed(1 << (8 * i + j)), 1 << (8 * j + i));
            }
            assert_eq!(spread(1 << i), 64 << (8 * i));
        }
        assert_eq!(spread(0xff), 0x4040_4040_4040_4040);
    }
}
