//! Exact results of single positions, within a limit of work.

use crate::board::Board;
use crate::plane::Plane;
use crate::search::{Question, Search};
use crate::sweep::pegs_needed;
use crate::table::NO_MOVE;
use thiserror::Error;
use twixt::geometry::{Hole, Side};
use twixt::rules::{Outcome, Position};

/// How a position ends with best play of both sides.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, serde::Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The side that is asked about loses.
    Lost,
    /// Nobody wins.
    Drawn,
    /// The side that is asked about wins.
    Won,
}

impl Value {
    /// The same result for the opponent.
    #[must_use]
    pub fn opposite(self) -> Value {
        match self {
            Value::Lost => Value::Won,
            Value::Drawn => Value::Drawn,
            Value::Won => Value::Lost,
        }
    }
}

impl std::fmt::Display for Value {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(match self {
            Value::Lost => "lost",
            Value::Drawn => "drawn",
            Value::Won => "won",
        })
    }
}

/// What was found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The result for the side to move; `None` if the limit came first.
    pub value: Option<Value>,
    /// A move that keeps the result, if it is a win or a draw.
    pub best: Option<Hole>,
    /// Positions visited for it.
    pub nodes: u64,
}

/// Why there is nothing to be proven.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SetupError {
    /// Boards are 4 × 4 to 16 × 16.
    #[error("the solver knows boards of 4 to 16 holes along an edge, not of {0}")]
    Size(u8),
    /// The board has no such hole, or it is a corner.
    #[error("{0} is no hole of the board")]
    NoHole(Hole),
    /// A peg stands there.
    #[error("{0} holds a peg already")]
    Taken(Hole),
    /// The hole lies in a border row of the other side.
    #[error("{0} lies in a border row of the other side")]
    Closed(Hole),
    /// Nothing can be played any more.
    #[error("the game is over before {0}")]
    Over(Hole),
}

/// A game on the solver's board.
#[derive(Clone, Copy, Debug)]
pub struct Game<P> {
    /// Pegs and what they bar.
    pub board: Board<P>,
    /// Whose turn it is.
    pub mover: Side,
    /// How the game ended, if it has: the winner, or `None` in it for a draw.
    pub end: Option<Option<Side>>,
}

/// Proves positions of boards of one size; what it has learnt from one helps with the next.
pub struct Prover<P> {
    /// The search that does the work, with its settings.
    pub search: Search<P>,
}

/// Positions that each question is given at first.
const FIRST_SLICE: u64 = 1000;

impl<P: Plane> Prover<P> {
    /// A prover for boards of `edge` holes, with a table of at most `mib` MiB.
    ///
    /// # Errors
    ///
    /// If the boards are too small or too large.
    pub fn new(edge: u8, mib: usize) -> Result<Prover<P>, SetupError> {
        if !(4..=P::LANE).contains(&edge) {
            return Err(SetupError::Size(edge));
        }
        Ok(Prover { search: Search::new(edge, mib) })
    }

    /// The start of a game.
    #[must_use]
    pub fn start(&self) -> Game<P> {
        Game { board: Board::new(self.search.field()), mover: Side::Vertical, end: None }
    }

    /// A position of the engine, which must have come about by moves.
    ///
    /// # Errors
    ///
    /// If the board has another size than the prover's.
    pub fn game(&self, position: &Position) -> Result<Game<P>, SetupError> {
        let field = self.search.field();
        let size = position.size().get();
        if size != field.edge() {
            return Err(SetupError::Size(size));
        }
        let mut board = Board::new(field);
        let from = position.board();
        for side in Side::ALL {
            let pegs = from.pegs(side).filter_map(|hole| field.index(hole));
            pegs.for_each(|index| board.set_peg(field, side, index));
            for link in from.links(side) {
                if let Some(upper) = field.index(link.upper()) {
                    board.link(field, side, (upper, link.down().index()));
                }
            }
        }
        let end = position.outcome().map(|outcome| match outcome {
            Outcome::Won(side) => Some(side),
            Outcome::Drawn => None,
        });
        Ok(Game { board, mover: position.to_move(), end })
    }

    /// The game after a peg.
    ///
    /// # Errors
    ///
    /// If the rules forbid it.
    pub fn play(&self, game: &Game<P>, hole: Hole) -> Result<Game<P>, SetupError> {
        let field = self.search.field();
        let index = field.index(hole).ok_or(SetupError::NoHole(hole))?;
        if game.end.is_some() {
            return Err(SetupError::Over(hole));
        }
        if !field.open(game.mover).has(index) {
            return Err(SetupError::Closed(hole));
        }
        if !game.board.vacant(field, game.mover).has(index) {
            return Err(SetupError::Taken(hole));
        }
        let mut after = Game { mover: !game.mover, ..*game };
        after.board.place(field, game.mover, index);
        if self.pegs_needed(&after, game.mover) == 0 {
            after.end = Some(Some(game.mover));
        } else if after.board.vacant(field, after.mover).is_empty() {
            after.end = Some(None);
        }
        Ok(after)
    }

    /// The moves of the side to move, row by row.
    pub fn moves(&self, game: &Game<P>) -> impl Iterator<Item = Hole> + '_ {
        let vacant = game.board.vacant(self.search.field(), game.mover);
        let moves = if game.end.is_some() { P::default() } else { vacant };
        moves.holes().map(|index| self.search.field().hole(index))
    }

    /// How many pegs `side` needs to win if the other side passes.
    pub fn pegs_needed(&self, game: &Game<P>, side: Side) -> u8 {
        pegs_needed(self.search.field(), &game.board, side)
    }

    /// Whether the question's joiner wins, found by visiting at most `limit` positions, and, if the side
    /// to move gets its way by a move, that move; `None` if the limit came first.
    pub(crate) fn ask(
        &mut self,
        question: Question,
        game: &Game<P>,
        limit: u64,
    ) -> Option<(bool, Option<Hole>)> {
        if let Some(winner) = game.end {
            return Some((winner == Some(question.joiner), None));
        }
        let entry = self.search.ask(question, &game.board, game.mover, limit);
        let mover_is_right = entry.numbers.phi == 0;
        let best = (mover_is_right && entry.best != NO_MOVE).then_some(entry.best);
        let best = best.map(|best| self.search.field().hole(best));
        let joiner_wins = mover_is_right == (game.mover == question.joiner);
        entry.numbers.settled().then_some((joiner_wins, best))
    }

    /// The result for the side to move, found by visiting at most `limit` positions.
    pub fn prove(&mut self, game: &Game<P>, limit: u64) -> Proof {
        let before = self.search.nodes();
        let (value, best) = self.value(game, limit);
        Proof { value, best, nodes: self.search.nodes() - before }
    }

    /// Whether the side to move wins, found by visiting at most `limit` positions: the move to it,
    /// or `Some(None)` if it doesn't win; `None` if the limit came first.
    pub fn win(&mut self, game: &Game<P>, limit: u64) -> Option<Option<Hole>> {
        let (wins, best) = self.ask(Question { joiner: game.mover, within: None }, game, limit)?;
        if wins {
            best.map(Some)
        } else {
            Some(None)
        }
    }

    /// Whether the side to move loses, found by visiting at most `limit` positions; `None` if the
    /// limit came first.
    pub fn loses(&mut self, game: &Game<P>, limit: u64) -> Option<bool> {
        let question = Question { joiner: !game.mover, within: None };
        self.ask(question, game, limit).map(|(loses, _)| loses)
    }

    /// The moves that win for the side to move, every other one proven not to. With more than
    /// `most` of them the list stops at `most` + 1. Each proof may visit `limit` positions; `None`
    /// if one of them takes more.
    pub fn wins(&mut self, game: &Game<P>, most: usize, limit: u64) -> Option<Vec<Hole>> {
        let (mut wins, mut found) = (Vec::new(), P::default());
        if game.end.is_some() {
            return Some(wins);
        }
        // The table knows the first one, or keeps it for others.
        let Some(first) = self.win(game, limit)? else { return Some(wins) };
        found |= P::bit(self.search.field().index(first)?);
        wins.push(first);
        let question = Question { joiner: game.mover, within: None };
        while wins.len() <= most {
            let entry = self.search.ask_except(question, &game.board, game.mover, found, limit);
            if !entry.numbers.settled() {
                return None;
            }
            if entry.numbers.phi != 0 {
                break;
            }
            found |= P::bit(entry.best);
            wins.push(self.search.field().hole(entry.best));
        }
        Some(wins)
    }

    /// Asks both questions by turns, for longer each time: a win of either side answers alone, and
    /// nobody knows beforehand which of them is the easier one.
    fn value(&mut self, game: &Game<P>, limit: u64) -> (Option<Value>, Option<Hole>) {
        let end = self.search.nodes().saturating_add(limit);
        let questions = [(game.mover, Value::Won), (!game.mover, Value::Lost)];
        let (mut open, mut best, mut slice) = ([true; 2], None, FIRST_SLICE);
        while open.contains(&true) {
            for ((joiner, value), open) in questions.into_iter().zip(&mut open) {
                if !*open {
                    continue;
                }
                let left = end.saturating_sub(self.search.nodes());
                match self.ask(Question { joiner, within: None }, game, slice.min(left)) {
                    Some((true, hole)) => return (Some(value), hole),
                    Some((false, hole)) => (*open, best) = (false, best.or(hole)),
                    None if self.search.nodes() >= end => return (None, None),
                    None => {}
                }
            }
            slice = slice.saturating_mul(2);
        }
        (Some(Value::Drawn), best)
    }
}
