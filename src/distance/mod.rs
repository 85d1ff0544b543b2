//! Link distances: how many pegs each side still needs, seen from every hole at once.
//!
//! The *distance* of a hole from a border is the fewest pegs that a side must place to hold a chain
//! from that border to the hole if the opponent passed; a vacant hole counts itself, an own peg
//! costs nothing, and a step between two holes needs a link that no link of the opponent bars. A
//! 0–1 breadth-first sweep from either border gives the distances `from` and `to` of every hole;
//! the best chain through a vacant hole then takes `from + to − 1` pegs, and its *slack* is how many
//! more that is than the side needs at all.
//!
//! The sweep is bit-parallel. A plane holds a bit for every hole of the board, a lane a row;
//! one step of the sweep moves a whole front by all eight knight's moves with shifts and masks. The
//! masks come straight from the doubled grid's layers. [`mod@reference`] does the same with a
//! queue, hole by hole; tests hold the one against the other.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod field;
pub mod reference;
mod plane;
mod sweep;

pub(crate) use field::close_up;
pub use plane::{holes_of, lane_bits, Bits};
pub use sweep::{Distances, SideDistances, FAR_SLACK, MAX_PEGS};
