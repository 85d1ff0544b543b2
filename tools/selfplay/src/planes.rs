//! The network's input planes, turned to the mover.
//!
//! The mover always joins top and bottom: for the vertical side a hole stays where it is, for the
//! horizontal side column and row change places. A *cell* is a hole so turned, row · 12 + column.
//! Of the planes, 18 are bits and lie one behind another, [`CELLS`] bits each; the four of distances
//! have a byte a cell. What is the same for every position (border rows, ones) is not kept.
//!
//! | plane | what |
//! | --- | --- |
//! | 0, 1 | pegs of the mover, of the opponent |
//! | 2–9 | by [`DIRECTIONS`]: the mover's link that way is on the board and crosses no link of the opponent |
//! | 10–17 | the same for the opponent |
//! | 18, 19 | the mover's distance from the top, from the bottom |
//! | 20, 21 | the opponent's distance from the left, from the right |

use twixt::distance::Distances;
use twixt::geometry::{Hole, Side, Size};
use twixt::network::{self, index_of};
use twixt::rules::Position;

/// Holes along an edge of the boards that records are made of.
pub const EDGE: usize = 12;

/// Cells of a plane, corners included.
pub const CELLS: usize = EDGE * EDGE;

/// Planes of bits.
pub const BIT_PLANES: usize = 18;

/// Planes of distances.
pub const DISTANCE_PLANES: usize = 4;

/// Bytes of the planes of bits.
pub const BIT_BYTES: usize = BIT_PLANES * CELLS / 8;

/// The ways of a link on the turned board, as (columns, rows): the first four go down, and the way
/// k + 4 is the way k reversed.
pub const DIRECTIONS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (-1, 2), (-2, 1), (-1, -2), (-2, -1), (1, -2), (2, -1)];

/// The cell of a hole as the mover sees it.
#[must_use]
pub fn cell(hole: Hole, mover: Side) -> usize {
    index_of(hole, Size::ARENA, mover)
}

/// Makes planes of positions: those that the network reads, packed.
#[derive(Default)]
pub struct Planes {
    distances: Distances<4>,
    planes: network::Planes,
}

impl Planes {
    /// Writes the planes of a position: the bits into `bits`, which must be zero, and the distances
    /// into `near`.
    ///
    /// # Panics
    ///
    /// If the board has not [`EDGE`] holes an edge.
    pub fn write(
        &mut self,
        position: &Position,
        bits: &mut [u8; BIT_BYTES],
        near: &mut [u8; DISTANCE_PLANES * CELLS],
    ) {
        let board = position.board();
        assert_eq!(usize::from(board.size().get()), EDGE, "records are made of one size alone");
        self.distances.measure(board);
        self.planes.fill(position, &self.distances);
        for cell in 0..CELLS {
            let get = |plane| self.planes.get(plane, cell / EDGE, cell % EDGE);
            for plane in (0..BIT_PLANES).filter(|&plane| get(plane) != 0) {
                let bit = plane * CELLS + cell;
                bits[bit / 8] |= 1 << (bit % 8);
            }
            for plane in 0..DISTANCE_PLANES {
                near[plane * CELLS + cell] = get(BIT_PLANES + plane);
            }
        }
    }
}
