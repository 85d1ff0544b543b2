//! Forced lines: answers to a threat to win with the next peg, and wins by a sequence of threats.
//!
//! The proofs hold in PP: link distances are exact if the opponent passes, and own links never block one
//! another, so that an additional peg never harms its owner.

mod answers;
mod attack;
mod blocks;

pub use answers::answers;
pub use attack::{attack, Attack, FreeMoves};

use crate::distance::{lane_bits, Bits};
use crate::geometry::Hole;

#[inline]
fn add<const N: usize>(set: &mut Bits<N>, hole: Hole) {
    let bit = usize::from(hole.row()) * lane_bits(N) + usize::from(hole.column());
    set[bit / 64 % N] |= 1 << (bit % 64);
}

/// Returns whether a hole is in a set.
#[inline]
#[must_use]
pub fn contains<const N: usize>(set: &Bits<N>, hole: Hole) -> bool {
    let bit = usize::from(hole.row()) * lane_bits(N) + usize::from(hole.column());
    set[bit / 64 % N] >> (bit % 64) & 1 != 0
}

#[inline]
fn add_all<const N: usize>(set: &mut Bits<N>, more: &Bits<N>) {
    for (word, more) in set.iter_mut().zip(more) {
        *word |= more;
    }
}
