//! Claims: what a proof depends on, and which other moves it refutes.
//!
//! A search decides whether one side, the *attacker*, wins. If it does, the attacker is the *claimer*;
//! otherwise the claimer is its opponent, which wins or draws. The other side is the *doubter*. A [`Claim`] on a
//! position P states that this result holds in P and in every position A that
//!
//! 1. has the same side to move and the same pegs of the claimer as P, and at least the links of the claimer
//!    in P;
//! 2. has no pegs of the doubter except those of P and pegs in vacant holes of P *outside* the claim's
//!    region, and no links of the doubter except those of P and links with an end outside the region;
//! 3. if the attacker is the claimer, leaves the doubter enough vacant holes to move until the attacker has
//!    placed the pegs of the claim's rank (otherwise a full board would end the game in a draw too early);
//!
//! even if the doubter may pass in A. So if a move y of the doubter was refuted by a claim whose region does
//! not contain z, then z is refuted too: the claimer answers z as if it were y. The position with z in place
//! of y is such an A.
//!
//! **Proof**, by induction over the proof tree:
//!
//! - *The attacker is cut off in P* by links of the claimer. The test assumes that the doubter could
//!   occupy every hole open to it, so further pegs change nothing. The region is empty.
//! - *The claimer wins with its next peg s* through certain links. The region is s and the holes from which
//!   the doubter could bar these links. A link k of the doubter that bars link l crosses it. If k is not in
//!   P, one of its ends is vacant in P; unless a link of the claimer bars k, or one of its ends is a peg of
//!   the claimer or closed to the doubter, the vacant ends of k are in the region ([`guard`]). A position A
//!   with k would have a peg of the doubter in the region, so no A has k.
//! - *The claimer plays s*, and the position after s has a claim with region R. The region is R, s, and the
//!   guard of *all* links that s makes, so that s makes at least these links in A, and the positions after
//!   s are related as above. All links are included because a link that connects nothing may still bar.
//! - *The doubter is to move*, and each of its moves either is refuted by a claim with region R on the
//!   position after it, or is outside one of these regions. The region is the union of the Rs. The claimer
//!   answers a pass in A, or a move outside, as if the doubter had played one of the refuted moves. More
//!   links of the claimer (the doubter's imagined peg bars none) or fewer of the doubter only help the
//!   claimer, since own links never bar own links in Twixt PP.
//! - It does not matter which side connects first in A: at most one side can connect its borders, since two such
//!   chains would cross.
//!
//! The rank is the maximum number of pegs that the attacker still places if it wins. The doubter moves before
//! each of them except the first; both together occupy at most 2·(rank − 1) of the doubter's vacant holes
//! before its last move, and [`Claim::holds_outside`] requires that many. If the claimer is the attacker's
//! opponent, no such condition is needed: a game that ends early is drawn. One kind of leaf allows no such
//! claim: the attacker's opponent is to move and has no vacant hole while the attacker could still win. In A
//! it might have a hole, and lose by having to use it. The claim of such a leaf, and every claim that depends
//! on it, has the rank [`BOUND`] and refutes only its own move.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::distance::Threats;
use crate::field::{Field, Link};
use twixt::geometry::Side;

/// The dependencies of a proof; the [module](self) defines what a claim states.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim<P> {
    /// Only pegs of the doubter in these holes can invalidate the proof.
    pub region: P,
    /// The maximum number of pegs that a winning attacker still places; [`BOUND`] if the proof holds in this
    /// position only.
    pub rank: u8,
}

/// The rank of a claim that holds in its own position only.
pub const BOUND: u8 = 255;

impl<P: Bitboard> Claim<P> {
    /// Returns the claim for a result that no move of the doubter can change.
    pub fn settled() -> Claim<P> {
        Claim { region: P::default(), rank: 0 }
    }

    /// Returns the claim that holds in its own position only.
    pub fn bound() -> Claim<P> {
        Claim { region: !P::default(), rank: BOUND }
    }

    /// Combines the claims after two moves between which the doubter can choose.
    #[must_use]
    pub fn and(self, other: Claim<P>) -> Claim<P> {
        Claim { region: self.region | other.region, rank: self.rank.max(other.rank) }
    }

    /// Derives the claim on the position before the claimer's move `index` from the claim after it.
    pub fn before(self, field: &Field<P>, board: &Board<P>, claimer: Side, index: u8) -> Claim<P> {
        let mut region = self.region | P::bit(index);
        for link in board.links_at(claimer, index) {
            region |= guard(field, board, claimer, link);
        }
        Claim { region, rank: if self.rank == BOUND { BOUND } else { self.rank + 1 } }
    }

    /// Returns whether the claim after a move of the doubter also refutes the doubter's moves outside the
    /// region. `attacker_is_right` is whether the attacker is the claimer; `vacant` is the number of vacant holes
    /// open to the doubter before the move.
    pub fn holds_outside(self, attacker_is_right: bool, vacant: u32) -> bool {
        let holes = 2 * u32::from(self.rank.saturating_sub(1));
        self.rank != BOUND && (!attacker_is_right || vacant > holes)
    }
}

/// Returns the vacant holes from which the doubter could bar a link before it is made.
pub fn guard<P: Bitboard>(field: &Field<P>, board: &Board<P>, claimer: Side, link: Link) -> P {
    let doubter = claimer.other();
    let vacant = board.vacant(field, doubter);
    let usable = vacant | board.pegs[doubter];
    let mut guard = P::default();
    for crossing in field.crossings(link) {
        if crossing.ends.without(usable).is_empty() && !board.is_barred(doubter, crossing.link) {
            guard |= crossing.ends & vacant;
        }
    }
    guard
}

/// Returns the claim of a win by the peg `index`, one of the claimer's `threats`. At each border, it depends
/// on the connecting link that the doubter can bar from the fewest holes.
pub fn win<P: Bitboard>(
    field: &Field<P>,
    board: &Board<P>,
    claimer: Side,
    threats: &Threats<P>,
    index: u8,
) -> Claim<P> {
    let mut region = P::bit(index);
    for (chain, border) in threats.chains.into_iter().zip(field.borders[claimer]) {
        if border.has(index) {
            continue;
        }
        let joining = board.links_at(claimer, index).filter(|&link| {
            let end = field.other_end(link, index);
            chain.has(end)
        });
        let guards = joining.map(|link| guard(field, board, claimer, link));
        if let Some(guard) = guards.min_by_key(|guard| guard.without(region).count()) {
            region |= guard;
        }
    }
    Claim { region, rank: 1 }
}
