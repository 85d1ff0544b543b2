//! Games and positions from turns of the arena's input.

use super::answers::Answer;
use super::block::{Block, Last, Lists};
use super::order::{order, NoOrder};
use crate::builder::Builder;
use crate::error::Fault;
use crate::game::Game;
use crate::setup::Setup;
use std::collections::BTreeSet;
use twixt::board::Board;
use twixt::geometry::{Hole, Link, Side, Size};
use twixt::rules::{Linking, Ply, Position, Rules};

/// Reads games: a turn that follows from the turn before it, for the same or the other player, continues a game; any
/// other turn starts one. `answers` follow the last turn; those that are not legal are skipped.
pub(super) fn games(
    text: &str,
    blocks: &[Block],
    answers: &[Answer],
    size: Size,
) -> Result<Vec<Game>, Fault> {
    let mut reading = Reading { text, size, current: None, games: Vec::new() };
    for block in blocks {
        reading.turn(block)?;
    }
    for answer in answers {
        if !reading.answer(answer) {
            break;
        }
    }
    reading.end_game()?;
    Ok(reading.games)
}

/// Returns whether a turn shows a position of the game.
pub(super) fn occurs(block: &Block, game: &Game) -> bool {
    let fits = |position: &Position| {
        Side::ALL.into_iter().any(|side| Turn::new(block, side).has_pegs_of(position.board()))
    };
    let mut position = game.start();
    fits(&position)
        || game.main_line().any(|node| position.play_ply(&node.ply).is_ok() && fits(&position))
}

/// A turn of a reader with a known side.
struct Turn<'a> {
    block: &'a Block,
    /// The reader, who is to move.
    side: Side,
    own: BTreeSet<Hole>,
    his: BTreeSet<Hole>,
}

impl Turn<'_> {
    fn new(block: &Block, side: Side) -> Turn<'_> {
        let holes = |lists: &Lists| lists.pegs.iter().map(|&(hole, _)| hole).collect();
        Turn { block, side, own: holes(&block.own), his: holes(&block.his) }
    }

    fn has_pegs_of(&self, board: &Board) -> bool {
        board.pegs(self.side).eq(sorted(&self.own)) && board.pegs(!self.side).eq(sorted(&self.his))
    }

    /// Returns the plies since a position, without a check of their legality; `None` if the turn does not follow from it.
    fn plies_since(&self, position: &Position) -> Option<Vec<Ply>> {
        let board = position.board();
        let new = |listed: &BTreeSet<Hole>, side| {
            let before: BTreeSet<Hole> = board.pegs(side).collect();
            let new: Vec<Hole> = listed.difference(&before).copied().collect();
            (new.len() + before.len() == listed.len()).then_some(new)
        };
        let peg = |hole: Hole| Ply::Turn(hole.into());
        if self.has_pegs_of(board) && self.side == position.to_move() {
            return Some(Vec::new());
        }
        let is_own_turn = self.side == position.to_move();
        match (self.block.last, is_own_turn) {
            (Last::First, _) => None,
            (Last::Swap, true) if position.pegs() == 0 => {
                Some(vec![peg(self.his.first()?.transposed()), Ply::Swap])
            }
            (Last::Swap, false) if position.may_swap() => Some(vec![Ply::Swap]),
            (Last::Swap, _) => None,
            (Last::Peg(last), false) => {
                let is_last = new(&self.his, !self.side)? == [last];
                (is_last && new(&self.own, self.side)?.is_empty()).then(|| vec![peg(last)])
            }
            (Last::Peg(last), true) => {
                let swapped = || board.pegs(!self.side).next().map(Hole::transposed);
                if position.may_swap() && self.his.iter().eq([&last]) {
                    let is_swap = swapped().is_some_and(|hole| self.own.iter().eq([&hole]));
                    return is_swap.then(|| vec![Ply::Swap, peg(last)]);
                }
                match new(&self.own, self.side)?[..] {
                    [own] if new(&self.his, !self.side)? == [last] => {
                        Some(vec![peg(own), peg(last)])
                    }
                    _ => None,
                }
            }
        }
    }

    /// Checks the pegs, and the ends of the links; returns the links.
    fn links(&self, size: Size) -> Result<BTreeSet<(Side, Link)>, Fault> {
        let (mut taken, mut links) = (BTreeSet::new(), BTreeSet::new());
        for (owner, lists) in [(self.side, &self.block.own), (!self.side, &self.block.his)] {
            for &(peg, at) in &lists.pegs {
                if !size.open_to(owner, peg) {
                    let expected = format!(
                        "a hole of the {size} board outside the border rows of {}, for a peg of {owner}",
                        !owner
                    );
                    return Err(Fault::expected(at, &expected, &peg.to_string()));
                }
                if !taken.insert(peg) {
                    return Err(Fault::new(
                        at,
                        format!("expected one peg per hole, found {peg} again"),
                    ));
                }
            }
            let pegs: BTreeSet<Hole> = lists.pegs.iter().map(|&(peg, _)| peg).collect();
            for &([upper, lower], at) in &lists.links {
                let found = format!("{upper} {lower}");
                let Some(link) = Link::between(upper, lower) else {
                    let expected = "the two ends of a link, a knight's move apart";
                    return Err(Fault::expected(at, expected, &found));
                };
                if ![upper, lower].iter().all(|end| pegs.contains(end)) {
                    let expected = format!("a link between two listed pegs of {owner}");
                    return Err(Fault::expected(at, &expected, &found));
                }
                if !links.insert((owner, link)) {
                    return Err(Fault::new(
                        at,
                        format!("expected each link once, found {found} again"),
                    ));
                }
            }
        }
        match self.block.last {
            Last::Peg(last) if !self.his.contains(&last) => {
                let expected = "a last peg that is in the opponent's list";
                Err(Fault::expected(self.block.at, expected, &last.to_string()))
            }
            _ => Ok(links),
        }
    }

    /// Returns the byte offset of a link in the lists, or of the number of the side's links.
    fn place(&self, side: Side, link: Link) -> usize {
        let lists = if side == self.side { &self.block.own } else { &self.block.his };
        let listed =
            lists.links.iter().find(|(ends, _)| Link::between(ends[0], ends[1]) == Some(link));
        listed.map_or(lists.links_at, |&(_, at)| at)
    }

    fn missing(&self, side: Side, link: Link, why: &str) -> Fault {
        let (upper, lower) = link.ends();
        let message =
            format!("expected the link {upper} {lower} of {side}, {why}; found no such link");
        Fault::new(self.place(side, link), message)
    }

    /// Compares the links with those of the board.
    fn compare(&self, links: &BTreeSet<(Side, Link)>, board: &Board) -> Result<(), Fault> {
        let of = |side| board.links(side).map(move |link| (side, link));
        let made: BTreeSet<(Side, Link)> = Side::ALL.into_iter().flat_map(of).collect();
        if let Some(&(side, link)) = made.difference(links).next() {
            return Err(self.missing(side, link, "which the moves of the log make"));
        }
        let Some(&(side, link)) = links.difference(&made).next() else { return Ok(()) };
        let (upper, lower) = link.ends();
        let message =
            format!("expected only links that the moves of the log make, found {upper} {lower}");
        Err(Fault::new(self.place(side, link), message))
    }
}

/// [`Board::pegs`] returns holes row by row, which is their order.
fn sorted(holes: &BTreeSet<Hole>) -> impl Iterator<Item = Hole> + '_ {
    holes.iter().copied()
}

/// The game that the turns read so far are from.
struct Current {
    builder: Builder,
    /// The side that read the last turn.
    reader: Side,
    /// Whether the other side read the turn before it, as in a log of a referee.
    alternates: bool,
}

struct Reading<'a> {
    text: &'a str,
    size: Size,
    current: Option<Current>,
    games: Vec<Game>,
}

impl Reading<'_> {
    fn turn(&mut self, block: &Block) -> Result<(), Fault> {
        let mut known = None;
        if let Some(Current { builder, reader, alternates }) = &mut self.current {
            let position = builder.position(builder.last).clone();
            // After a first peg on the diagonal, a swap and a turn of the other side look the same.
            let likely = if *alternates { !*reader } else { *reader };
            for side in [likely, !likely] {
                let turn = Turn::new(block, side);
                let mut next = position.clone();
                let plies = turn.plies_since(&position);
                let plies =
                    plies.filter(|plies| plies.iter().all(|ply| next.play_ply(ply).is_ok()));
                if let Some(plies) = plies.filter(|_| turn.has_pegs_of(next.board())) {
                    turn.compare(&turn.links(self.size)?, next.board())?;
                    for ply in plies {
                        builder.last = builder.add(builder.last, ply, block.at)?;
                    }
                    (*reader, *alternates) = (side, side != *reader);
                    return Ok(());
                }
            }
            let turn = Turn::new(block, *reader);
            let is_later = |listed: &BTreeSet<Hole>, side| {
                position.board().pegs(side).all(|peg| listed.contains(&peg))
            };
            let is_same_game = is_later(&turn.own, turn.side) && is_later(&turn.his, !turn.side);
            known = Some(*reader).filter(|_| is_same_game && position.pegs() > 0);
        }
        self.end_game()?;
        self.start(block, known)
    }

    /// Starts a game with a turn.
    fn start(&mut self, block: &Block, known: Option<Side>) -> Result<(), Fault> {
        let (own, his) = (&block.own.pegs, &block.his.pegs);
        let (side, plies) = match (block.last, &own[..], &his[..]) {
            (Last::First, ..) => (Side::Vertical, Vec::new()),
            (Last::Swap, ..) => {
                let first = his.first().map(|&(hole, _)| Ply::Turn(hole.transposed().into()));
                (Side::Vertical, first.into_iter().chain([Ply::Swap]).collect())
            }
            (Last::Peg(last), [], [(first, _)]) if last == *first => {
                (Side::Horizontal, vec![Ply::Turn(last.into())])
            }
            (Last::Peg(last), ..) => return self.start_late(block, last, known),
        };
        let turn = Turn::new(block, side);
        let links = turn.links(self.size)?;
        let mut builder = Builder::new(Game::new(self.size, Rules::ARENA));
        for ply in plies {
            builder.last = builder.add(builder.last, ply, block.at)?;
        }
        turn.compare(&links, builder.position(builder.last).board())?;
        self.current = Some(Current { builder, reader: side, alternates: false });
        Ok(())
    }

    /// Starts a game with pegs to set up.
    fn start_late(&mut self, block: &Block, last: Hole, known: Option<Side>) -> Result<(), Fault> {
        let by_borders = || side_by_borders(block, self.size);
        let by_counts = Side::ALL[usize::from(block.his.pegs.len() > block.own.pegs.len())];
        let certain = known.or_else(by_borders);
        let turn = Turn::new(block, certain.unwrap_or(by_counts));
        let links = turn.links(self.size)?;
        let pegs = |side, holes: &BTreeSet<Hole>| -> Vec<(Side, Hole)> {
            holes.iter().map(|&hole| (side, hole)).collect()
        };
        let mut pegs = [pegs(turn.side, &turn.own), pegs(!turn.side, &turn.his)].concat();
        let is_last = |peg: &(Side, Hole)| *peg == (!turn.side, last);
        let index = pegs.iter().position(is_last).expect("checked with the links");
        let moved = pegs.remove(index);
        pegs.push(moved);
        let order = order(&pegs, &links, self.size).map_err(|reason| match reason {
            NoOrder::Crossing(side, link, other) => {
                let ((a, b), (c, d)) = (link.ends(), other.ends());
                let message = format!("expected no link of {side} across {c} {d}, found {a} {b}");
                Fault::new(turn.place(side, link), message)
            }
            NoOrder::Missing(side, link) => {
                turn.missing(side, link, "as no link of the opponent crosses it")
            }
            NoOrder::NotFound => {
                let message = "expected links that some order of the pegs makes, found others";
                Fault::new(block.own.links_at, message)
            }
        })?;
        let pegs = order.into_iter().map(|index| pegs[index]).collect();
        let setup = Setup::new(self.size, Linking::Pp, pegs, Some(turn.side));
        let setup = setup.map_err(|(_, error)| Fault::new(block.at, error.to_string()))?;
        let mut game = Game::with_setup(setup);
        if certain.is_none() {
            let why = match turn.side {
                Side::Vertical => "the opponent does not have more pegs",
                Side::Horizontal => "the opponent has more pegs",
            };
            game.notes.push(format!(
                "the log starts in mid-game and does not state its side; {} to move is assumed, as {why}, \
                 which is wrong after a swap",
                turn.side
            ));
        }
        if known.is_some() {
            let line = self.text[..block.at].matches('\n').count() + 1;
            game.notes
                .push(format!("turns are missing before line {line}; a new game starts there"));
        }
        let builder = Builder::new(game);
        self.current = Some(Current { builder, reader: turn.side, alternates: false });
        Ok(())
    }

    /// Plays an answer to the last turn, if it is legal.
    fn answer(&mut self, answer: &Answer) -> bool {
        let Some(Current { builder, .. }) = &mut self.current else { return false };
        let Some(ply) = answer.ply() else { return false };
        let Ok(at) = builder.add(builder.last, ply, answer.at) else { return false };
        builder.last = at;
        true
    }

    fn end_game(&mut self) -> Result<(), Fault> {
        if let Some(Current { builder, .. }) = self.current.take() {
            self.games.push(builder.finish(None)?);
        }
        Ok(())
    }
}

/// Returns the reader's side if a peg is in a border row: only a side itself may place pegs there. The conditions are
/// those of `twixt::arena::side_to_move`.
fn side_by_borders(block: &Block, size: Size) -> Option<Side> {
    let on_border = |lists: &Lists, side| {
        lists.pegs.iter().any(|&(peg, _)| size.contains(peg) && size.borders(side, peg) != 0)
    };
    let fits = |&side: &Side| on_border(&block.own, side) || on_border(&block.his, !side);
    Side::ALL.into_iter().find(fits)
}
