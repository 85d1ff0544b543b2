use super::plane::{lane_bits, Bits};
use crate::board::Board;
use crate::geometry::Side;

/// The input of one side's sweeps, with a bit per hole.
pub(super) struct Field<const N: usize> {
    pub(super) own: Bits<N>,
    /// The vacant holes open to the side.
    pub(super) open: Bits<N>,
    /// For each direction of `Direction::DOWN`, the upper ends of blocked links.
    pub(super) barred: [Bits<N>; 4],
    /// The holes of the side's two borders, vacant or not.
    pub(super) borders: [Bits<N>; 2],
}

impl<const N: usize> Field<N> {
    /// Extracts the field from the board's doubled grid. Each row of a plane consists of every other cell of a row of the
    /// grid: of the even cells for pegs, and of those with the midpoints for links.
    #[inline(always)]
    pub(super) fn of(board: &Board, side: Side) -> Field<N> {
        let (columns, rows) = (board.size().columns(), usize::from(board.size().rows()));
        let mut closed = [[0_u32; 24]; 6];
        let [flat_left, steep_left, steep_right, flat_right, own, open] = &mut closed;
        for row in 0..rows {
            let y = 2 * row as i32;
            let (flat, steep) = (board.barred_row(side, y + 1), board.barred_row(side, y + 2));
            // The shifts move a midpoint to the column of its upper end: see `Board::barred_row`.
            flat_left[row] = close_up(flat >> 1) << 1;
            steep_left[row] = close_up(steep);
            steep_right[row] = close_up(steep >> 1);
            flat_right[row] = close_up(flat) >> 1;
            own[row] = close_up(board.peg_row(side, row as u8));
            open[row] = close_up(board.vacant_row(side, row as u8));
        }
        let last = match side {
            Side::Vertical => rows - 1,
            Side::Horizontal => usize::from(columns) - 1,
        };
        let borders = [0, last].map(|border| match side {
            Side::Vertical => pack(|row| if row == border { (1 << columns) - 1 } else { 0 }),
            Side::Horizontal => pack(|row| if row < rows { 1 << border } else { 0 }),
        });
        let [a, b, c, d, own, open] = closed;
        Field {
            own: pack(|row| own[row]),
            open: pack(|row| open[row]),
            barred: [a, b, c, d].map(|rows| pack(|row| rows[row])),
            borders,
        }
    }
}

/// Packs rows into lanes of [`lane_bits`] bits.
#[inline(always)]
fn pack<const N: usize>(row: impl Fn(usize) -> u32) -> Bits<N> {
    let lane = lane_bits(N);
    let per_word = 64 / lane;
    std::array::from_fn(|word| {
        (0..per_word).fold(0, |bits, i| {
            let row = u64::from(row(word * per_word + i));
            bits | (row & ((1 << lane) - 1)) << (i * lane)
        })
    })
}

/// Compacts the even bits of a row of 48 bits.
#[inline(always)]
pub(crate) fn close_up(row: u64) -> u32 {
    let mut bits = row & 0x5555_5555_5555;
    bits = (bits | bits >> 1) & 0x3333_3333_3333;
    bits = (bits | bits >> 2) & 0x0f0f_0f0f_0f0f;
    bits = (bits | bits >> 4) & 0x00ff_00ff_00ff;
    bits = (bits | bits >> 8) & 0xffff_0000_ffff;
    (bits | bits >> 16) as u32 & 0xff_ffff
}

#[cfg(test)]
mod tests {
    use super::close_up;

    #[test]
    fn close_up_compacts_even_bits() {
        for column in 0..24 {
            assert_eq!(close_up(1 << (2 * column)), 1 << column);
            assert_eq!(close_up(2 << (2 * column)), 0);
        }
        assert_eq!(close_up(u64::MAX), 0xff_ffff);
    }
}
