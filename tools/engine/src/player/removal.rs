//! Turns that remove links, under classic rules.

use crate::classic::removals;
use twixt::board::{links_crossing, Board};
use twixt::distance::{holes_of, Distances};
use twixt::geometry::{Direction, Hole, Link, Side};
use twixt::rules::{Linking, Position, Turn};

/// The maximum number of steps in the search for a chain through one hole; a step tries one direction from a peg.
const MAX_STEPS: u32 = 20_000;
/// The maximum number of steps of [`winning_turn`]. With many unlinked pegs, every hole may need a search that fails.
const MAX_WIN_STEPS: u32 = 5 * MAX_STEPS;
/// The maximum number of steps of [`saving_turn`].
const MAX_SAVE_STEPS: u32 = 5 * MAX_WIN_STEPS;

/// Returns a turn that wins immediately by removing and making links, if one is found; `None` under PP
/// rules.
///
/// A chain of own pegs, including the new one, wins if its links cross neither each other nor the
/// opponent's links. Only holes that would complete a chain if own links could cross are tried; link
/// distances on a board without own links find them.
pub fn winning_turn(position: &Position) -> Option<Turn> {
    find_win(position).0
}

/// Returns the result of [`winning_turn`] and the number of steps used.
fn find_win(position: &Position) -> (Option<Turn>, u32) {
    if position.rules().linking != Linking::Standard || position.outcome().is_some() {
        return (None, 0);
    }
    let side = position.to_move();
    let mut steps = MAX_WIN_STEPS;
    let holes = candidates(position, side);
    let turn = holes.into_iter().find_map(|hole| turn_through(position, hole, &mut steps));
    (turn, MAX_WIN_STEPS - steps)
}

/// Returns the holes that might complete a chain of `side`.
fn candidates(position: &Position, side: Side) -> Vec<Hole> {
    let board = position.board();
    let mut free = Board::new(position.size());
    for owner in Side::ALL {
        board.pegs(owner).for_each(|peg| free.set_peg(owner, peg));
    }
    board.links(!side).for_each(|link| free.link(!side, link));
    let mut distances = Box::<Distances<12>>::default();
    distances.measure_side(&free, side);
    match distances.of(side).needed {
        // The pegs form a chain in which only links are missing, so the new peg may be in any hole.
        Some(0) => board.vacant(side).collect(),
        Some(1) => holes_of(distances.of(side).slack[0]).collect(),
        _ => Vec::new(),
    }
}

/// Returns a turn that completes a chain with a peg in `hole`, if there is one. Reduces `steps` by the number of steps
/// used.
fn turn_through(position: &Position, hole: Hole, steps: &mut u32) -> Option<Turn> {
    let (board, side) = (position.board(), position.to_move());
    let mut pegged = board.clone();
    pegged.set_peg(side, hole);
    let mut chain = Chain {
        board: &pegged,
        side,
        links: Vec::new(),
        pegs: Vec::new(),
        steps: MAX_STEPS.min(*steps),
    };
    let most = chain.steps;
    let size = position.size();
    let starts: Vec<Hole> = pegged.pegs(side).filter(|&peg| size.is_first(side, peg)).collect();
    let found = starts.into_iter().any(|start| chain.grow(start));
    *steps -= most - chain.steps;
    if !found {
        return None;
    }
    let missing = chain.links.iter().filter(|&&link| !board.has_link(side, link));
    let missing: Vec<Link> = missing.copied().collect();
    let away = missing.iter().flat_map(|&link| links_crossing(link, size));
    let mut unlink: Vec<Link> = away.filter(|&link| board.has_link(side, link)).collect();
    unlink.sort_unstable();
    unlink.dedup();
    // By default a turn makes all possible links of its peg; other links must be listed.
    let by_default = missing.iter().all(|link| link.ends().0 == hole || link.ends().1 == hole);
    let ends = |links: &[Link]| links.iter().map(|link| [link.ends().0, link.ends().1]).collect();
    let link = if by_default { None } else { Some(ends(&missing)) };
    Some(Turn { peg: hole, unlink: ends(&unlink), link })
}

/// A partial chain from the first border of `side`, top or left.
struct Chain<'a> {
    board: &'a Board,
    side: Side,
    links: Vec<Link>,
    pegs: Vec<Hole>,
    /// The number of steps left.
    steps: u32,
}

impl Chain<'_> {
    /// Adds `peg` to the chain and continues the chain to the last border, bottom or right. On failure the chain is
    /// unchanged.
    fn grow(&mut self, peg: Hole) -> bool {
        self.pegs.push(peg);
        let size = self.board.size();
        if size.is_last(self.side, peg) {
            return true;
        }
        for direction in Direction::ALL {
            if self.steps == 0 {
                break;
            }
            self.steps -= 1;
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

    /// Returns whether neither a link of the opponent nor one of the chain crosses this link.
    fn open(&self, link: Link) -> bool {
        links_crossing(link, self.board.size())
            .all(|other| !self.board.has_link(!self.side, other) && !self.links.contains(&other))
    }
}

/// Returns a turn that removes own links and leaves the opponent no immediate win, if there is one.
pub fn saving_turn(position: &Position) -> Option<Turn> {
    if position.rules().linking != Linking::Standard {
        return None;
    }
    let turns = removals(position).map(|removal| removal.turn(position));
    let mut steps = MAX_SAVE_STEPS;
    for turn in turns {
        let mut after = position.clone();
        if after.play_turn(&turn).is_err() {
            continue;
        }
        let (win, used) = find_win(&after);
        if win.is_none() {
            return Some(turn);
        }
        steps = steps.checked_sub(used)?;
    }
    None
}
