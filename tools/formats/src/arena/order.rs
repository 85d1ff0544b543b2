//! An order of pegs that produces given links.
//!
//! A turn lists the pegs in any order, but the order decides which of two crossing links exists. A pair of pegs a
//! knight's move apart without a link shows that an opponent's link crossed it when the later of the two was placed.

use std::collections::BTreeSet;
use twixt::board::links_crossing;
use twixt::geometry::{Direction, Hole, Link, Side, Size};

/// The number of guesses after which the search gives up. Positions from games need hardly any.
const MAX_GUESSES: usize = 5_000;

/// Why no order exists.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoOrder {
    /// The opponent's link crosses this link of the side.
    Crossing(Side, Link, Link),
    /// The side does not have this link, although no link of the opponent crosses it.
    Missing(Side, Link),
    /// Every order produces other links, or the search gave up.
    NotFound,
}

/// Two pegs without a link: the later one follows both ends of one of the blocking links.
struct Unlinked {
    ends: [usize; 2],
    blockers: Vec<[usize; 2]>,
}

/// Returns an order of the pegs, as indices, in which they get exactly these links. The last peg stays the last.
pub(super) fn order(
    pegs: &[(Side, Hole)],
    links: &BTreeSet<(Side, Link)>,
    size: Size,
) -> Result<Vec<usize>, NoOrder> {
    let index = |side: Side, hole: Hole| pegs.iter().position(|&peg| peg == (side, hole));
    let ends = |side: Side, link: Link| {
        let (upper, lower) = link.ends();
        Some([index(side, upper)?, index(side, lower)?])
    };
    let mut unlinked = Vec::new();
    for &(side, hole) in pegs {
        for link in Direction::DOWN.into_iter().filter_map(|way| Link::from(hole, way, size)) {
            let Some(pair) = ends(side, link) else { continue };
            let theirs =
                links_crossing(link, size).filter(|&other| links.contains(&(!side, other)));
            let blocking: Vec<Link> = theirs.collect();
            match (links.contains(&(side, link)), blocking.first()) {
                (true, None) => {}
                (true, Some(&other)) => return Err(NoOrder::Crossing(side, link, other)),
                (false, None) => return Err(NoOrder::Missing(side, link)),
                (false, Some(_)) => {
                    let blockers = blocking.into_iter().filter_map(|link| ends(!side, link));
                    unlinked.push(Unlinked { ends: pair, blockers: blockers.collect() });
                }
            }
        }
    }
    let Some(last) = pegs.len().checked_sub(1) else { return Ok(Vec::new()) };
    let mut pairs = vec![Vec::new(); pegs.len()];
    for (number, pair) in unlinked.iter().enumerate() {
        pair.ends.iter().for_each(|&end| pairs[end].push(number));
    }
    let mut search = Search {
        unlinked: &unlinked,
        pairs,
        placed: vec![false; pegs.len()],
        order: Vec::new(),
        guesses: 0,
    };
    if !search.complete(last) {
        return Err(NoOrder::NotFound);
    }
    search.order.push(last);
    Ok(search.order)
}

struct Search<'a> {
    unlinked: &'a [Unlinked],
    /// The indices of each peg's pairs in `unlinked`.
    pairs: Vec<Vec<usize>>,
    placed: Vec<bool>,
    order: Vec<usize>,
    guesses: usize,
}

impl Search<'_> {
    /// Places all pegs before `last`; on failure undoes its changes.
    fn complete(&mut self, last: usize) -> bool {
        let start = self.order.len();
        // A peg whose pairs are all blocked already restricts no other peg.
        while let Some(peg) = (0..last).find(|&peg| !self.placed[peg] && self.is_free(peg)) {
            self.place(peg);
        }
        if self.order.len() == last {
            return true;
        }
        for peg in 0..last {
            if self.placed[peg] || !self.fits(peg) || self.guesses == MAX_GUESSES {
                continue;
            }
            self.guesses += 1;
            self.place(peg);
            if self.complete(last) {
                return true;
            }
            self.undo(self.order.len() - 1);
        }
        self.undo(start);
        false
    }

    fn place(&mut self, peg: usize) {
        self.placed[peg] = true;
        self.order.push(peg);
    }

    fn undo(&mut self, to: usize) {
        for peg in self.order.drain(to..) {
            self.placed[peg] = false;
        }
    }

    fn pairs(&self, peg: usize) -> impl Iterator<Item = &Unlinked> {
        self.pairs[peg].iter().map(|&number| &self.unlinked[number])
    }

    fn is_blocked(&self, pair: &Unlinked) -> bool {
        pair.blockers.iter().any(|ends| ends.iter().all(|&end| self.placed[end]))
    }

    fn is_free(&self, peg: usize) -> bool {
        self.pairs(peg).all(|pair| self.is_blocked(pair))
    }

    /// Returns whether the peg can be placed without a link that is not listed.
    fn fits(&self, peg: usize) -> bool {
        let alone = |pair: &Unlinked| !pair.ends.iter().any(|&end| self.placed[end]);
        self.pairs(peg).all(|pair| alone(pair) || self.is_blocked(pair))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use twixt::board::Board;

    fn board(pegs: &[(Side, Hole)]) -> Board {
        let mut board = Board::new(Size::ARENA);
        for &(side, hole) in pegs {
            board.place(side, hole);
        }
        board
    }

    fn links(board: &Board) -> BTreeSet<(Side, Link)> {
        let of = |side| board.links(side).map(move |link| (side, link));
        Side::ALL.into_iter().flat_map(of).collect()
    }

    #[test]
    fn a_shuffled_dense_position_gets_an_order_with_the_same_links() {
        let mut random = twixt::random::Random::new(5);
        let mut below = |bound: usize| random.below(bound as u32) as usize;
        for _ in 0..200 {
            let mut pegs: Vec<(Side, Hole)> = Vec::new();
            for number in 0..40 {
                let side = Side::ALL[number % 2];
                // A small region, so that many links cross.
                let hole = Hole::new(2 + below(7) as u8, 2 + below(7) as u8);
                if pegs.iter().all(|peg| peg.1 != hole) {
                    pegs.push((side, hole));
                }
            }
            let before = board(&pegs);
            let last = pegs.len() - 1;
            for index in (1..last).rev() {
                pegs.swap(index, below(index + 1));
            }
            let order = order(&pegs, &links(&before), Size::ARENA).unwrap();
            assert_eq!(order.last(), Some(&last));
            let pegs: Vec<_> = order.into_iter().map(|index| pegs[index]).collect();
            assert_eq!(links(&board(&pegs)), links(&before));
        }
    }

    #[test]
    fn contradictory_links_have_no_order() {
        let hole = |name: &str| name.parse::<Hole>().unwrap();
        let link = |a: &str, b: &str| Link::between(hole(a), hole(b)).unwrap();
        let (vertical, horizontal) = (Side::Vertical, Side::Horizontal);
        let pegs = [
            (vertical, hole("F7")),
            (horizontal, hole("G7")),
            (vertical, hole("H8")),
            (horizontal, hole("H9")),
        ];
        let of =
            |links: &[(Side, Link)]| order(&pegs, &links.iter().copied().collect(), Size::ARENA);
        let (first, second) = ((vertical, link("F7", "H8")), (horizontal, link("G7", "H9")));
        assert!(of(&[first]).is_ok() && of(&[second]).is_err(), "H9 is the last peg");
        assert_eq!(of(&[]), Err(NoOrder::Missing(vertical, first.1)));
        assert_eq!(of(&[first, second]), Err(NoOrder::Crossing(vertical, first.1, second.1)));
    }
}
