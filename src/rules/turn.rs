//! Plies, and turns with changes of links under classic rules.

use super::{Move, PlayError, Position};
use crate::board::{links_crossing, Board};
use crate::geometry::{Direction, Hole, Link, Side};
use std::fmt;

/// A turn under classic rules: a peg, own links to remove, and own links to make. Without lists it is a
/// [`Move::Peg`]; PP has no other turns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// The hole of the new peg.
    pub peg: Hole,
    /// The links to remove first, each by its two ends.
    pub unlink: Vec<[Hole; 2]>,
    /// The links to make, each by its two ends; `None` for all possible links of the new peg.
    pub link: Option<Vec<[Hole; 2]>>,
}

impl From<Hole> for Turn {
    /// Creates the turn that places a peg with all its possible links.
    fn from(peg: Hole) -> Turn {
        Turn { peg, unlink: Vec::new(), link: None }
    }
}

/// A ply under any rule set; searches play the subset [`Move`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ply {
    /// Places a peg and may change links.
    Turn(Turn),
    /// Swaps.
    Swap,
}

impl From<Hole> for Ply {
    /// Creates the ply that places a peg with all its possible links.
    fn from(peg: Hole) -> Ply {
        Ply::Turn(peg.into())
    }
}

/// The reason why a turn is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnError {
    /// The peg or the swap is not legal.
    Peg(PlayError),
    /// The turn has a list of links to remove or make, although a PP turn cannot change links.
    NotInPp,
    /// The link with these ends cannot be removed.
    Unlink([Hole; 2], LinkError),
    /// The link with these ends cannot be made.
    Link([Hole; 2], LinkError),
}

/// The reason why a link of a [`Turn`] is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// An end is not a hole of the board.
    OffBoard(Hole),
    /// The ends are not a knight's move apart.
    NoKnightsMove,
    /// An end holds no peg of the side to move.
    NoPegOf(Side, Hole),
    /// The link to remove does not exist.
    NotThere,
    /// The link to make exists already.
    AlreadyThere,
    /// This side's link blocks the link to make.
    Blocked(Side, Link),
}

impl Position {
    /// Returns the ply that makes a legal move in this position.
    #[must_use]
    pub fn ply(&self, mv: Move) -> Ply {
        match mv {
            Move::Peg(hole) => hole.into(),
            Move::Swap => Ply::Swap,
            #[cfg(not(bundled))]
            Move::Removing(removal) => Ply::Turn(removal.turn(self)),
        }
    }

    /// Plays a ply.
    ///
    /// # Errors
    /// The first violated rule; the position is then unchanged.
    pub fn play_ply(&mut self, ply: &Ply) -> Result<(), TurnError> {
        match ply {
            Ply::Turn(turn) => self.play_turn(turn),
            Ply::Swap => self.play(Move::Swap).map_err(TurnError::Peg),
        }
    }

    /// Plays a turn.
    ///
    /// # Errors
    /// The first violated rule; the position is then unchanged.
    pub fn play_turn(&mut self, turn: &Turn) -> Result<(), TurnError> {
        self.check(Move::Peg(turn.peg)).map_err(TurnError::Peg)?;
        if turn.unlink.is_empty() && turn.link.is_none() {
            self.play_peg(turn.peg);
            return Ok(());
        }
        if !self.board().own_links_block() {
            return Err(TurnError::NotInPp);
        }
        let (side, size) = (self.to_move(), self.size());
        let mut board = self.board().clone();
        board.set_peg(side, turn.peg);
        for &ends in &turn.unlink {
            let link = own_link(&board, side, ends).and_then(|link| {
                board.has_link(side, link).then_some(link).ok_or(LinkError::NotThere)
            });
            board.unlink(side, link.map_err(|error| TurnError::Unlink(ends, error))?);
        }
        match &turn.link {
            None => {
                for end in Direction::ALL.into_iter().filter_map(|way| turn.peg.step(way, size)) {
                    if let Ok(link) = new_link(&board, side, [turn.peg, end]) {
                        board.link(side, link);
                    }
                }
            }
            Some(links) => {
                for &ends in links {
                    let link = new_link(&board, side, ends);
                    board.link(side, link.map_err(|error| TurnError::Link(ends, error))?);
                }
            }
        }
        self.end_turn_with(board);
        Ok(())
    }
}

/// Returns the link with these ends, if `side` has pegs at both.
fn own_link(board: &Board, side: Side, ends: [Hole; 2]) -> Result<Link, LinkError> {
    if let Some(hole) = ends.into_iter().find(|&hole| !board.size().contains(hole)) {
        return Err(LinkError::OffBoard(hole));
    }
    let link = Link::between(ends[0], ends[1]).ok_or(LinkError::NoKnightsMove)?;
    match ends.into_iter().find(|&hole| !board.has_peg(side, hole)) {
        Some(hole) => Err(LinkError::NoPegOf(side, hole)),
        None => Ok(link),
    }
}

/// Returns the link with these ends, if `side` can make it.
fn new_link(board: &Board, side: Side, ends: [Hole; 2]) -> Result<Link, LinkError> {
    let link = own_link(board, side, ends)?;
    if board.has_link(side, link) {
        return Err(LinkError::AlreadyThere);
    }
    let owned = links_crossing(link, board.size()).find_map(|crossing| {
        let owner = Side::ALL.into_iter().find(|&owner| board.has_link(owner, crossing))?;
        Some((owner, crossing))
    });
    match owned {
        Some((owner, crossing)) => Err(LinkError::Blocked(owner, crossing)),
        None => Ok(link),
    }
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnError::Peg(error) => error.fmt(f),
            TurnError::NotInPp => f.write_str("a PP turn cannot change links"),
            TurnError::Unlink([a, b], error) => write!(f, "cannot unlink {a}/{b}: {error}"),
            TurnError::Link([a, b], error) => write!(f, "cannot link {a}/{b}: {error}"),
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::OffBoard(hole) => write!(f, "{hole} is not on the board"),
            LinkError::NoKnightsMove => f.write_str("not a knight's move apart"),
            LinkError::NoPegOf(side, hole) => write!(f, "no peg of {side} at {hole}"),
            LinkError::NotThere => f.write_str("no such link"),
            LinkError::AlreadyThere => f.write_str("already linked"),
            LinkError::Blocked(side, link) => {
                let (upper, lower) = link.ends();
                write!(f, "{side}'s link {upper}/{lower} blocks it")
            }
        }
    }
}

impl std::error::Error for TurnError {}
