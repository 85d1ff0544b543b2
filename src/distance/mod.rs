//! Link distances: the number of missing pegs per side, for chains through each hole.
//!
//! The *distance* of a hole from a border is the minimum number of pegs that a side must place to connect the
//! border to the hole if the opponent passes. A vacant hole costs one peg, a hole with the side's peg nothing,
//! and a step needs a link that is not blocked. A 0–1 breadth-first search from each border gives the distances
//! `from` and `to` of every hole. The best chain through a vacant hole needs `from + to − 1` pegs; the hole's
//! *slack* is the excess over the side's minimum.
//!
//! The search is bit-parallel: a plane has a bit per hole and a lane per row, and a step moves a frontier by
//! all eight knight's moves with shifts and masks. [`mod@reference`] is the reference implementation with a
//! queue.

pub mod reference;
mod plane;
mod field;
mod sweep;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod measure;
mod candidates;

pub use candidates::{by_slack_sum, MAX_SLACK_SUM};
pub(crate) use field::close_up;
pub use measure::Distances;
pub use plane::{holes_of, lane_bits, Bits};
pub use sweep::{SideDistances, FAR_SLACK, MAX_PEGS};
