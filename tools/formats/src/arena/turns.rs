//! Games and positions from turns of the arena's input.

use super::block::Block;
use crate::builder::Builder;
use crate::error::{line_at, Fault};
use crate::game::Game;
use crate::setup::Setup;
use std::collections::BTreeSet;
use twixt::arena::{rebuild, side_to_move, Last};
use twixt::board::{links_crossing, Board};
use twixt::geometry::{Direction, Hole, Link, Side, Size};
use twixt::rules::{Linking, Ply, Position, Rules};

/// Reads games: a turn that follows from the turn before it, for the same or the other player, continues a game; any
/// other turn starts one.
pub(super) fn games(text: &str, blocks: &[Block], size: Size) -> Result<Vec<Game>, Fault> {
    let mut games = Vec::new();
    let mut current: Option<Current> = None;
    for block in blocks {
        let mut known = None;
        if let Some(current) = &mut current {
            if current.advance(block)? {
                continue;
            }
            known = current.side_of_later(block);
        }
        let mut next = Current::new(Game::new(size, Rules::ARENA), Side::Vertical);
        if next.advance(block)? {
            next.alternates = false;
        } else {
            next = set_up(text, block, known, size)?;
        }
        if let Some(last) = current.replace(next) {
            games.push(last.builder.finish(None)?);
        }
    }
    let last = current.map(|current| current.builder.finish(None)).transpose()?;
    games.extend(last);
    Ok(games)
}

/// The game that the turns read so far are from.
struct Current {
    builder: Builder,
    /// The side that read the last turn.
    reader: Side,
    /// Whether the other side read the turn before it, as in a log of both players.
    alternates: bool,
}

impl Current {
    fn new(game: Game, reader: Side) -> Current {
        Current { builder: Builder::new(game), reader, alternates: false }
    }

    /// Plays the moves between the last position and that of the turn; returns whether there are any, or the turn is
    /// repeated.
    fn advance(&mut self, block: &Block) -> Result<bool, Fault> {
        let position = self.builder.position(self.builder.last).clone();
        // After a first peg on the diagonal, a swap and a turn of the other side look the same.
        let likely = if self.alternates { !self.reader } else { self.reader };
        for side in [likely, !likely] {
            let Ok(shown) = rebuild(&block.turn, side, position.size()) else { continue };
            for line in lines(block, &position) {
                let mut next = position.clone();
                let is_legal = line.iter().all(|ply| next.play_ply(ply).is_ok());
                // Both boards return their pegs row by row.
                let is_equal = |side| next.board().pegs(side).eq(shown.board().pegs(side));
                if !is_legal || next.to_move() != side || !Side::ALL.into_iter().all(is_equal) {
                    continue;
                }
                compare(block, shown.board(), next.board())?;
                for ply in line {
                    self.builder.last = self.builder.add(self.builder.last, ply, block.start())?;
                }
                (self.reader, self.alternates) = (side, side != self.reader);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the reader's side if a turn shows a later position of the same game.
    fn side_of_later(&mut self, block: &Block) -> Option<Side> {
        let board = self.builder.position(self.builder.last).board();
        let has_all = |listed: &[Hole], side| board.pegs(side).all(|peg| listed.contains(&peg));
        let is_later = has_all(&block.turn.own.pegs, self.reader)
            && has_all(&block.turn.his.pegs, !self.reader)
            && Side::ALL.into_iter().any(|side| board.pegs(side).next().is_some());
        is_later.then_some(self.reader)
    }
}

/// Returns the sequences of at most two plies that may lead from a position to a turn: none, the opponent's last move, or
/// a move of the reader and the opponent's answer.
fn lines(block: &Block, position: &Position) -> Vec<Vec<Ply>> {
    let turn = &block.turn;
    let peg = |hole: Hole| Ply::Turn(hole.into());
    let is_new = |hole: &&Hole| position.board().peg(**hole).is_none();
    let (last, own) = match turn.last {
        Last::First => return vec![Vec::new()],
        // The opponent took the reader's first peg.
        Last::Swap => (Ply::Swap, turn.his.pegs.first().map(|hole| peg(hole.transposed()))),
        Last::Peg(hole) => (peg(hole), turn.own.pegs.iter().find(is_new).map(|&hole| peg(hole))),
    };
    let pairs = own.into_iter().chain([Ply::Swap]).map(|own| vec![own, last.clone()]);
    [Vec::new(), vec![last.clone()]].into_iter().chain(pairs).collect()
}

/// Fails unless the listed links are those that the moves made.
fn compare(block: &Block, listed: &Board, made: &Board) -> Result<(), Fault> {
    for side in Side::ALL {
        let missing = made.links(side).find(|&link| !listed.has_link(side, link));
        let extra = listed.links(side).find(|&link| !made.has_link(side, link));
        let Some(link) = missing.or(extra) else { continue };
        let ((upper, lower), is_missing) = (link.ends(), missing.is_some());
        let message = match is_missing {
            true => format!("expected the link {upper} {lower} of {side}, which its pegs make; found no such link"),
            false => format!("expected only links that the pegs make, found {upper} {lower} of {side}"),
        };
        return Err(Fault::new(block.start(), message));
    }
    Ok(())
}

/// Starts a game with pegs to set up.
fn set_up(text: &str, block: &Block, known: Option<Side>, size: Size) -> Result<Current, Fault> {
    let fault = |error| block.fault(&error);
    let side = side_to_move(&block.turn, known, size).map_err(fault)?;
    let shown = rebuild(&block.turn, side, size).map_err(fault)?;
    let last = match block.turn.last {
        Last::Peg(hole) => Some(hole),
        Last::First | Last::Swap => None,
    };
    let pegs = ordered(shown.board(), last);
    let setup = Setup::new(size, Linking::Pp, pegs, Some(side));
    let setup = setup.map_err(|(_, error)| Fault::new(block.start(), error.to_string()))?;
    compare(block, shown.board(), setup.start().board())?;
    let mut game = Game::with_setup(setup);
    // For the other side, a peg in a border row would be an error.
    if known.is_none() && rebuild(&block.turn, !side, size).is_ok() {
        let why = match side {
            Side::Vertical => "the opponent does not have more pegs",
            Side::Horizontal => "the opponent has more pegs",
        };
        game.notes.push(format!(
            "the log starts in mid-game and does not state its side; {side} to move is assumed, as {why}, which \
             is wrong after a swap"
        ));
    }
    if known.is_some() {
        let line = line_at(text, block.start());
        game.notes.push(format!("turns are missing before line {line}; a new game starts there"));
    }
    Ok(Current::new(game, side))
}

/// Returns the pegs in an order in which they make the links of the board, if there is one, with `last` as the last peg.
///
/// Two pegs of a side at a link's distance without a link show that an opponent's link blocked it when the later of the two
/// was placed. So a peg can be the last of a set if, without it, a link still blocks every such pair in the set.
fn ordered(shown: &Board, last: Option<Hole>) -> Vec<(Side, Hole)> {
    let size = shown.size();
    let mut pairs: Vec<([Hole; 2], Vec<[Hole; 2]>)> = Vec::new();
    let mut left = BTreeSet::new();
    for side in Side::ALL {
        for hole in shown.pegs(side) {
            left.insert(hole);
            for link in Direction::DOWN.into_iter().filter_map(|way| Link::from(hole, way, size)) {
                if shown.has_peg(side, link.ends().1) && !shown.has_link(side, link) {
                    let others = links_crossing(link, size);
                    let blockers = others.filter(|&other| shown.has_link(!side, other));
                    pairs.push((
                        link.ends().into(),
                        blockers.map(|link| link.ends().into()).collect(),
                    ));
                }
            }
        }
    }
    let mut order = Vec::new();
    while let Some(&any) = left.last() {
        let can_be_last = |peg: &Hole| {
            let remain = |ends: &[Hole; 2]| ends.iter().all(|end| end != peg && left.contains(end));
            let needed = pairs
                .iter()
                .filter(|(_, blockers)| blockers.iter().flatten().any(|end| end == peg));
            needed.into_iter().all(|(ends, blockers)| !remain(ends) || blockers.iter().any(remain))
        };
        let wanted = last.filter(|_| order.is_empty());
        let peg = wanted.or_else(|| left.iter().rev().copied().find(can_be_last));
        // If there is no order, the caller reports the links.
        let peg = peg.unwrap_or(any);
        left.remove(&peg);
        order.extend(shown.peg(peg).map(|side| (side, peg)));
    }
    order.reverse();
    order
}
