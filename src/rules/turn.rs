use super::{Move, Outcome, PlayError, Position};
use crate::board::{links_crossing, Board};
use crate::geometry::{Direction, Hole, Link, Side};
use std::fmt;

/// A whole turn of the classic game: a peg, own links that go, and own links that come.
///
/// A turn without either list is [`Move::Peg`], and the only kind there is in PP.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    /// Where the new peg goes.
    pub peg: Hole,
    /// The links that are taken away, before any is made, each by its two ends.
    pub unlink: Vec<[Hole; 2]>,
    /// The links that are made, each by its two ends; `None` for all that the new peg can make.
    pub link: Option<Vec<[Hole; 2]>>,
}

impl From<Hole> for Turn {
    /// A peg with all links that it can make.
    fn from(peg: Hole) -> Turn {
        Turn { peg, unlink: Vec::new(), link: None }
    }
}

/// What a player does in its turn, by any rule set. [`Move`] is the part of it that searches play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ply {
    /// Sets a peg, and changes links.
    Turn(Turn),
    /// Swaps.
    Swap,
}

impl From<Move> for Ply {
    fn from(mv: Move) -> Ply {
        match mv {
            Move::Peg(hole) => Ply::Turn(hole.into()),
            Move::Swap => Ply::Swap,
        }
    }
}

/// Why a turn can't be played: which part of it failed, and of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TurnError {
    /// The peg, or the swap.
    Peg(PlayError),
    /// The rules of PP know no lists of links, not even empty ones.
    NotInPp,
    /// The link with these ends can't be taken away.
    Unlink([Hole; 2], LinkError),
    /// The link with these ends can't be made.
    Link([Hole; 2], LinkError),
}

/// What is wrong with a link of a [`Turn`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LinkError {
    /// The board has no such hole.
    OffBoard(Hole),
    /// The two ends are no knight's move apart.
    NoKnightsMove,
    /// Here stands no peg of the side to move.
    NoPegOf(Side, Hole),
    /// There is no such link.
    NotThere,
    /// The link is there already.
    AlreadyThere,
    /// This link of this side is in the way.
    Blocked(Side, Link),
}

impl Position {
    /// Plays a turn or a swap.
    ///
    /// # Errors
    ///
    /// The first part that breaks a rule; the position then stays as it is.
    pub fn play_ply(&mut self, ply: &Ply) -> Result<(), TurnError> {
        match ply {
            Ply::Turn(turn) => self.play_turn(turn),
            Ply::Swap => self.play(Move::Swap).map_err(TurnError::Peg),
        }
    }

    /// Plays a whole turn.
    ///
    /// # Errors
    ///
    /// The first part that breaks a rule; the position then stays as it is.
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
        self.go_on_from(board);
        Ok(())
    }
}

/// The link with these ends, if rules and pegs allow one there.
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

/// The link with these ends, if it is not there yet and nothing is in its way.
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
            TurnError::NotInPp => f.write_str("in PP links come by themselves and stay"),
            TurnError::Unlink([a, b], error) => write!(f, "{a}/{b} can't be unlinked: {error}"),
            TurnError::Link([a, b], error) => write!(f, "{a}/{b} can't be linked: {error}"),
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::OffBoard(hole) => write!(f, "{hole} is no hole of the board"),
            LinkError::NoKnightsMove => f.write_str("the two are no knight's move apart"),
            LinkError::NoPegOf(side, hole) => write!(f, "no peg of {side} stands on {hole}"),
            LinkError::NotThere => f.write_str("there is no such link"),
            LinkError::AlreadyThere => f.write_str("it is there already"),
            LinkError::Blocked(side, link) => {
                let (upper, lower) = link.ends();
                write!(f, "{side}'s link {upper}/{lower} is in the way")
            }
        }
    }
}

impl std::error::Error for TurnError {}

/// Whether a side can still join its borders, if the opponent only keeps what it has.
///
/// If not, the side can't win against an opponent that takes no link of its own away, and nobody has
/// to. So a position in which neither side can is drawn by right, whatever vacant holes are left. The
/// converse is not said: a side may also be stopped by pegs to come.
#[must_use]
pub fn can_join(board: &Board, side: Side) -> bool {
    let size = board.size();
    let usable = |hole| size.open_to(side, hole) && !board.has_peg(!side, hole);
    let open = |link| links_crossing(link, size).all(|other| !board.has_link(!side, other));
    let ahead = |hole: &Hole| match side {
        Side::Vertical => hole.row(),
        Side::Horizontal => hole.column(),
    };
    let mut reached: Vec<Hole> =
        size.holes().filter(|&hole| size.is_first(side, hole) && usable(hole)).collect();
    let mut open_ends = reached.clone();
    // Depth first, towards the other border: most positions have a way straight to it.
    while let Some(hole) = open_ends.pop() {
        if size.is_last(side, hole) {
            return true;
        }
        let known = open_ends.len();
        for end in Direction::ALL.into_iter().filter_map(|direction| hole.step(direction, size)) {
            let link = Link::between(hole, end);
            if !reached.contains(&end) && usable(end) && link.is_some_and(open) {
                reached.push(end);
                open_ends.push(end);
            }
        }
        open_ends[known..].sort_by_key(ahead);
    }
    false
}

/// Whether the game is drawn: it has ended so, or neither side can join its borders any more
/// ([`can_join`]).
#[must_use]
pub fn is_drawn(position: &Position) -> bool {
    match position.outcome() {
        Some(outcome) => outcome == Outcome::Drawn,
        None => Side::ALL.into_iter().all(|side| !can_join(position.board(), side)),
    }
}
