//! Forced lines: what stops a side that needs one peg more, and wins by threats that each leave too
//! few answers.
//!
//! All of it rests on link distances, which are exact for a side whose opponent passes, and on PP's
//! own links never standing in one another's way: a peg more never hurts its owner.

mod answers;
mod attack;
mod reach;

pub use answers::answers;
pub use attack::{attack, Attack, FreeMoves};

use crate::distance::{lane_bits, Bits};
use crate::geometry::Hole;

/// Adds a hole to a set.
#[inline]
fn add<const N: usize>(set: &mut Bits<N>, hole: Hole) {
    let bit = usize::from(hole.row()) * lane_bits(N) + usize::from(hole.column());
    set[bit / 64 % N] |= 1 << (bit % 64);
}

/// Whether a hole is in a set.
#[inline]
#[must_use]
pub fn contains<const N: usize>(set: &Bits<N>, hole: Hole) -> bool {
    let bit = usize::from(hole.row()) * lane_bits(N) + usize::from(hole.column());
    set[bit / 64 % N] >> (bit % 64) & 1 != 0
}

/// Adds a set to another.
#[inline]
fn add_all<const N: usize>(set: &mut Bits<N>, more: &Bits<N>) {
    for (word, more) in set.iter_mut().zip(more) {
        *word |= more;
    }
}
