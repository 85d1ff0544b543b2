//! Training records: a searched position in 1076 bytes, planes and targets, ready to be mapped into
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
//! | 1054–1055 | the reply: 1 + the cell of the move that the policy target of the game's next position likes best; 0 if there is none to be used |
//! | 1056–1073 | 144 bits, the lowest of a byte first: the pegs of the chain that joins the winner's borders at the end of the game; none if the game was drawn or not played to its end |
//! | 1074–1075 | 0 |
//!
//! The policy target is not to be used where the search was a fast one or a random move was played
//! (the visits stand there all the same) and where a loss or a draw was proven (it is empty). After
//! a random move there is no reply either: it answers a move that nobody would expect.
//!
//! All cells, those of the reply and of the chain too, are as the mover of this record sees them.
//! Whose chain it is, is told by the result.

use crate::game::{Choice, Ending, HoleNumber, Ply};
use crate::planes::{cell, Planes, BIT_BYTES, CELLS, DISTANCE_PLANES};
use twixt::geometry::{Hole, Side};
use twixt::rules::Position;

/// Bytes of a record.
pub const LENGTH: usize = 1076;

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

/// The reply.
pub const REPLY: usize = PLY + 2;
/// Where the winning chain begins.
pub const CHAIN: usize = REPLY + 2;
/// Where the winning chain ends.
pub const CHAIN_END: usize = CHAIN + CELLS / 8;

/// A record.
pub type Record = [u8; LENGTH];

/// What the records of a game have in common.
#[derive(Clone, Copy, Debug)]
pub struct Course<'a> {
    /// The game's number.
    pub number: u32,
    /// How it ended.
    pub ending: Ending,
    /// The pegs of the chain that won it.
    pub chain: &'a [Hole],
}

/// Writes the record of `position`, about which `ply` tells, and `next` about the one behind it.
/// The holes of both must be holes of the board.
pub fn write(
    planes: &mut Planes,
    position: &Position,
    ply: &Ply,
    next: Option<&Ply>,
    course: &Course<'_>,
    record: &mut Record,
) {
    record.fill(0);
    let (bits, rest) = record.split_first_chunk_mut().expect("a record has room for its planes");
    let (near, _) = rest.split_first_chunk_mut().expect("a record has room for its planes");
    planes.write(position, bits, near);
    let mover = position.to_move();
    let single = ply.only().map(|hole| [(hole, 1)]);
    let visits = single.as_ref().map_or(&ply.visits[..], |single| &single[..]);
    write_policy(position, visits, mover, record);
    record[USE_POLICY] = u8::from(ply.teaches());
    record[RESULT] = course.ending.half_points(mover);
    // 65535 = 255 · 257, rounded to the nearest.
    record[VALUE] = ((u32::from(ply.value) + 128) / 257) as u8;
    record[VALUE + 1] = 1;
    record[GAME..PLY].copy_from_slice(&course.number.to_le_bytes());
    record[PLY..REPLY].copy_from_slice(&position.pegs().to_le_bytes());
    let next = next.filter(|next| ply.choice != Choice::Random && next.teaches());
    let reply = next.and_then(Ply::favourite).and_then(|hole| hole.hole(position.size()));
    let reply = reply.map_or(0, |hole| 1 + cell(hole, mover) as u16);
    record[REPLY..CHAIN].copy_from_slice(&reply.to_le_bytes());
    for &hole in course.chain {
        let cell = cell(hole, mover);
        record[CHAIN + cell / 8] |= 1 << (cell % 8);
    }
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
