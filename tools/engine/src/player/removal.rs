//! Turns of the classic game that take links away.

use twixt::board::{links_crossing, Board};
use twixt::distance::{holes_of, Distances};
use twixt::geometry::{Direction, Hole, Link, Side};
use twixt::rules::{Linking, Position, Turn};

/// Steps that the look for one chain may take.
const MOST_STEPS: u32 = 20_000;

/// A turn that wins at once, taking links away and making others as it needs; `None` if none was
/// found, or if the rules are not the classic ones, where the search sees every win in one.
///
/// A chain of the side's own pegs and a new one wins if no two of its links cross and none crosses
/// the opponent's. Where it may cross itself, link distances of a board without the side's own
/// links tell the holes that can complete it at all; only those are looked at.
#[must_use]
pub fn winning_turn(position: &Position) -> Option<Turn> {
    if position.rules().linking != Linking::Standard || position.outcome().is_some() {
        return None;
    }
    let side = position.to_move();
    if Distances::<4>::supports(position.size()) {
        candidates::<4>(position, side)
    } else {
        candidates::<12>(position, side)
    }
    .into_iter()
    .find_map(|hole| turn_through(position, hole))
}

/// The holes where a peg might complete a chain for the side to move.
fn candidates<const N: usize>(position: &Position, side: Side) -> Vec<Hole> {
    let board = position.board();
    let mut free = Board::new(position.size());
    for owner in Side::ALL {
        board.pegs(owner).for_each(|peg| free.set_peg(owner, peg));
    }
    board.links(!side).for_each(|link| free.link(!side, link));
    let mut distances = Box::<Distances<N>>::default();
    distances.measure_side(&free, side);
    match distances.of(side).needed {
        // The pegs stand, and only lack links: any peg will do.
        Some(0) => board.vacant(side).collect(),
        Some(1) => holes_of(distances.of(side).slack[0]).collect(),
        _ => Vec::new(),
    }
}

/// The turn that pegs the hole and completes a chain, if there is one.
fn turn_through(position: &Position, hole: Hole) -> Option<Turn> {
    let (board, side) = (position.board(), position.to_move());
    let mut pegged = board.clone();
    pegged.set_peg(side, hole);
    let mut chain = Chain { board: &pegged, side, links: Vec::new(), pegs: Vec::new(), steps: 0 };
    let size = position.size();
    let starts: Vec<Hole> = pegged.pegs(side).filter(|&peg| size.is_first(side, peg)).collect();
    let found = starts.into_iter().any(|start| chain.grow(start));
    if !found {
        return None;
    }
    let missing = chain.links.iter().filter(|&&link| !board.has_link(side, link));
    let missing: Vec<Link> = missing.copied().collect();
    let away = missing.iter().flat_map(|&link| links_crossing(link, size));
    let mut unlink: Vec<Link> = away.filter(|&link| board.has_link(side, link)).collect();
    unlink.sort_unstable();
    unlink.dedup();
    // A new peg links by itself; older ones have to be told.
    let by_itself = missing.iter().all(|link| link.ends().0 == hole || link.ends().1 == hole);
    let ends = |links: &[Link]| links.iter().map(|link| [link.ends().0, link.ends().1]).collect();
    let link = if by_itself { None } else { Some(ends(&missing)) };
    Some(Turn { peg: hole, unlink: ends(&unlink), link })
}

/// A chain of pegs that grows from one border towards the other.
struct Chain<'a> {
    board: &'a Board,
    side: Side,
    links: Vec<Link>,
    pegs: Vec<Hole>,
    steps: u32,
}

impl Chain<'_> {
    /// Grows the chain by `peg`, and on until it reaches the far border; if it can't, it is as
    /// before.
    fn grow(&mut self, peg: Hole) -> bool {
        self.pegs.push(peg);
        let size = self.board.size();
        if size.is_last(self.side, peg) {
            return true;
        }
        for direction in Direction::ALL {
            self.steps += 1;
            if self.steps > MOST_STEPS {
                break;
            }
            let Some(link) = Link::from(peg, direction, size) else { continue };
            let end = link.other_end(peg);
            if !self.board.has_peg(self.side, end) || self.pegs.contains(&end) || !self.open(link) {
                continue;
            }
            self.links.push(link);
            if self.grow(end) {
                return true;
            }
            self.links.pop();
        }
        self.pegs.pop();
        false
    }

    /// Whether neither the opponent nor the chain itself is in the link's way.
    fn open(&self, link: Link) -> bool {
        links_crossing(link, self.board.size())
            .all(|other| !self.board.has_link(!self.side, other) && !self.links.contains(&other))
    }
}

/// A turn that takes own links away to make others in their place, after which the opponent has no
/// win at once; `None` if there is none.
#[must_use]
pub fn saving_turn(position: &Position) -> Option<Turn> {
    if position.rules().linking != Linking::Standard {
        return None;
    }
    let vacant: Vec<Hole> = position.board().vacant(position.to_move()).collect();
    vacant.into_iter().find_map(|hole| {
        removals(position, hole).into_iter().find(|turn| !super::loses(position, turn))
    })
}

/// The turns that peg the hole and take away what keeps it from one of its links: own links only.
fn removals(position: &Position, hole: Hole) -> Vec<Turn> {
    let (board, side) = (position.board(), position.to_move());
    let size = position.size();
    let links = Direction::ALL.into_iter().filter_map(|way| Link::from(hole, way, size));
    let barred = links
        .filter(|&link| board.has_peg(side, link.other_end(hole)) && board.is_barred(side, link));
    let turn = |link: Link| {
        let mut unlink = Vec::new();
        for other in links_crossing(link, size) {
            if board.has_link(!side, other) {
                return None;
            }
            if board.has_link(side, other) {
                unlink.push([other.ends().0, other.ends().1]);
            }
        }
        Some(Turn { peg: hole, unlink, link: None })
    };
    barred.filter_map(turn).collect()
}
