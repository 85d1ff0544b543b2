//! Training records: a searched position in 1056 bytes, planes and targets, ready to be mapped into
//! memory. Numbers are little endian.
//!
//! | bytes | what |
//! | --- | --- |
//! | 0–323 | 18 planes of 144 bits ([`planes`](crate::planes)), the lowest bit of a byte first |
//! | 324–899 | four planes of distances, a byte a cell: round(64 · e^(−d/3)), 0 for none |
//! | 900–1043 | policy target: each cell's share of the visits in 255ths, rounded; 255 at a single cell if the move is proven to win, or was preferred to the most visited one (a certain draw) |
//! | 1044 | 1 if the policy target is to be used, else 0 |
//! | 1045 | the game's result for the mover: 2 a win, 1 a draw, 0 a loss |
//! | 1046 | the search's value for the mover, 0–255 |
//! | 1047 | 1: there is a search's value |
//! | 1048–1051 | the game's number |
//! | 1052–1053 | ply: pegs on the board |
//! | 1054–1055 | 0 |
//!
//! The policy target is not to be used where a random move was played (the visits stand there all
//! the same) and where a loss or a draw was proven (it is empty).

use crate::game::{Choice, Ending, HoleNumber, Ply};
use crate::planes::{cell, Planes, BIT_BYTES, CELLS, DISTANCE_PLANES};
use twixt::geometry::Side;
use twixt::rules::Position;

/// Bytes of a record.
pub const LENGTH: usize = 1056;

/// Where the planes of distances begin.
pub const DISTANCES: usize = BIT_BYTES;
/// Where the policy target begins.
pub const POLICY: usize = DISTANCES + DISTANCE_PLANES * CELLS;
/// Whether the policy target is to be used.
pub const USE_POLICY: usize = POLICY + CELLS;
/// The result.
pub const RESULT: usize = USE_POLICY + 1;
/// The search's value, and behind it whether there is one.
pub const VALUE: usize = RESULT + 1;
/// The game's number.
pub const GAME: usize = VALUE + 2;
/// The ply.
pub const PLY: usize = GAME + 4;

/// A record.
pub type Record = [u8; LENGTH];

/// Writes the record of `position`, about which `ply` tells, in game `number` that ended so.
/// The holes of `ply` must be holes of the board.
pub fn write(
    planes: &mut Planes,
    position: &Position,
    ply: &Ply,
    number: u32,
    ending: Ending,
    record: &mut Record,
) {
    record.fill(0);
    let (bits, rest) = record.split_first_chunk_mut().expect("a record has room for its planes");
    let (near, _) = rest.split_first_chunk_mut().expect("a record has room for its planes");
    planes.write(position, bits, near);
    let mover = position.to_move();
    let proven_win = ply.choice == Choice::Proven && ply.value == u16::MAX;
    let most_visited = ply.visits.first().map(|&(hole, _)| hole);
    // A certain draw is played against the visits if they promise less.
    let overruled = ply.choice == Choice::Searched && most_visited != Some(ply.hole);
    let single = [(ply.hole, 1)];
    let visits: &[(HoleNumber, u32)] = if proven_win || overruled { &single } else { &ply.visits };
    write_policy(position, visits, mover, record);
    let usable = proven_win || ply.choice == Choice::Searched;
    record[USE_POLICY] = u8::from(usable);
    record[RESULT] = ending.half_points(mover);
    // 65535 = 255 · 257, rounded to the nearest.
    record[VALUE] = ((u32::from(ply.value) + 128) / 257) as u8;
    record[VALUE + 1] = 1;
    record[GAME..PLY].copy_from_slice(&number.to_le_bytes());
    record[PLY..PLY + 2].copy_from_slice(&position.pegs().to_le_bytes());
}

fn write_policy(
    position: &Position,
    visits: &[(HoleNumber, u32)],
    mover: Side,
    record: &mut Record,
) {
    let total: u64 = visits.iter().map(|&(_, visits)| u64::from(visits)).sum();
    for &(hole, visits) in visits {
        if let Some(hole) = hole.hole(position.size()) {
            let share = (u64::from(visits) * 255 + total / 2) / total.max(1);
            record[POLICY + cell(hole, mover)] = share as u8;
        }
    }
}
