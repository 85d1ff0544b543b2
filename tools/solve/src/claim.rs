//! What a proof leans on, and which moves can't matter to it.
//!
//! The question is always whether one side, the *joiner*, wins. Whoever is proven right, the joiner
//! or its opponent (who wins or draws), is the *claimer*, the other one the *doubter*. A [`Claim`]
//! on a position P says: the claimer is right not only in P, but in every position A that
//!
//! 1. has the same side to move and the same pegs of the claimer, and at least its links;
//! 2. has of the doubter's pegs no others than those of P and some in vacant holes of P that lie
//!    *outside* of the claim's region, and of its links no others than those of P and some with an
//!    end outside of the region;
//! 3. leaves a doubter that has to stop the joiner enough vacant holes to move until the joiner has
//!    placed the pegs of the claim's rank (else a full board ends the game in a draw too early);
//!
//! and even if the doubter may pass in A. So if a move y of the doubter was refuted by a claim
//! whose region does not hold z, then z is refuted too: let the claimer play on as if y had been
//! played instead of z. The position with z instead of y is such an A.
//!
//! **Why the regions are right**, by induction over the proof:
//!
//! - *The joiner is cut off in P* by links of the claimer: the doubter's pegs were all counted as
//!   placed already, so any more of them change nothing. The region is empty.
//! - *The claimer wins with its next peg s* by certain links: the region is s and what could bar
//!   these links. A link k of the doubter that bars link l crosses it. If k is not in P, one of its
//!   ends was vacant in P; unless a link of the claimer bars k, or one of its ends is a peg of the
//!   claimer or closed to the doubter, the vacant ends of k belong to the region ([`guard`]). An A
//!   with k would have a peg of the doubter in there; so no A has k.
//! - *The claimer moves s* and the rest is claimed with region R: the region is R, s, and the guard
//!   of *all* links that s makes, so that in A as well s makes at least these, and the positions
//!   after s are again as above. All of them, since a link that joins nothing may still bar.
//! - *The doubter is to move* and each of its moves is either refuted by a claim, with the region
//!   R of the position after it, or lies outside of one of these regions: the region is the union
//!   of the Rs. A pass in A, or a move outside, is answered as if one of the refuted moves had been
//!   made. More links of the claimer (an imagined peg bars none) or fewer of the doubter only help
//!   the claimer: own links never bar own links in Twixt PP.
//! - If both sides could join their borders in A, it would not matter who does so first: two such
//!   chains would have to cross.
//!
//! The rank is the most pegs that the joiner still places if it is right. Before each but the first
//! the doubter moves; both together take at most 2·(rank − 1) of its vacant holes before its last
//! move. [`Claim::holds_outside`] asks for as many. An opponent of the joiner who is right needs no
//! such thing: a game that ends early is drawn. One leaf fits no claim: the joiner's opponent has to
//! move, and has no hole, while the joiner could still win. In A it might have a hole and lose by
//! it. Such a leaf, and what leans on it, has the rank [`BOUND`] and refutes nothing but itself.

use crate::board::Board;
use crate::field::{Field, Link};
use crate::plane::Plane;
use crate::sweep::Threats;
use twixt::geometry::Side;

/// What a proof leans on. See the [module](self) for what it says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Claim<P> {
    /// Holes that the doubter has to peg in, sooner or later, to change anything.
    pub region: P,
    /// The most pegs that a joiner who is right still places; [`BOUND`] if the proof holds in this
    /// very position alone.
    pub rank: u8,
}

/// The rank of a claim that holds in its position alone.
pub const BOUND: u8 = 255;

impl<P: Plane> Claim<P> {
    /// Nothing the doubter does can matter any more.
    #[must_use]
    pub fn settled() -> Claim<P> {
        Claim { region: P::default(), rank: 0 }
    }

    /// Holds in this position alone.
    #[must_use]
    pub fn bound() -> Claim<P> {
        Claim { region: !P::default(), rank: BOUND }
    }

    /// Both together: for a doubter who may choose.
    #[must_use]
    pub fn and(self, other: Claim<P>) -> Claim<P> {
        Claim { region: self.region | other.region, rank: self.rank.max(other.rank) }
    }

    /// The claim on the position before the claimer's move `index`, given the one after it.
    #[must_use]
    pub fn before(self, field: &Field<P>, board: &Board<P>, claimer: Side, index: u8) -> Claim<P> {
        let mut region = self.region | P::bit(index);
        for link in board.links_at(claimer, index) {
            region |= guard(field, board, claimer, link);
        }
        Claim { region, rank: if self.rank == BOUND { BOUND } else { self.rank + 1 } }
    }

    /// Whether the claim, made on a position after a move of the doubter's, refutes the doubter's
    /// moves outside of the region too. `vacant` is the number of its holes before the move.
    #[must_use]
    pub fn holds_outside(self, joiner_is_right: bool, vacant: u32) -> bool {
        let holes = 2 * u32::from(self.rank.saturating_sub(1));
        self.rank != BOUND && (!joiner_is_right || vacant > holes)
    }
}

/// The vacant holes with which the claimer's opponent might come to bar a link that isn't there yet.
pub fn guard<P: Plane>(field: &Field<P>, board: &Board<P>, claimer: Side, link: Link) -> P {
    let doubter = claimer.other();
    let vacant = board.vacant(field, doubter);
    let usable = vacant | board.pegs(doubter);
    let mut guard = P::default();
    for crossing in field.crossings(link) {
        if crossing.ends.without(usable).is_empty() && !board.is_barred(doubter, crossing.link) {
            guard |= crossing.ends & vacant;
        }
    }
    guard
}

/// The region of the win by pegging `index`, one of the claimer's `threats`, next: of the links that
/// join the peg to either border's chain, those are relied upon that are hardest to bar.
pub fn win<P: Plane>(
    field: &Field<P>,
    board: &Board<P>,
    claimer: Side,
    threats: &Threats<P>,
    index: u8,
) -> Claim<P> {
    let mut region = P::bit(index);
    for (chain, border) in threats.chains.into_iter().zip(field.borders(claimer)) {
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
