//! Proves single positions within a node budget.

use crate::bitboard::Bitboard;
use crate::board::Board;
use crate::distance::pegs_needed;
use crate::search::{Goal, Prover};
use crate::table::NO_MOVE;
use serde::{Deserialize, Serialize};
use twixt::geometry::{Hole, Side};
use twixt::rules::{Outcome, Position};

/// The game-theoretic value of a position, for a given side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Value {
    /// The side loses.
    Lost,
    /// The game is drawn.
    Drawn,
    /// The side wins.
    Won,
}

impl Value {
    /// Returns the value for the opponent.
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
        self.serialize(f)
    }
}

/// The result of a proof search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// Value for the side to move; `None` if the node budget did not suffice.
    pub value: Option<Value>,
    /// A move that preserves a win or a draw.
    pub best: Option<Hole>,
    /// Nodes visited.
    pub nodes: u64,
}

/// A position on the solver's board.
#[derive(Clone, Copy, Debug)]
pub struct Game<P> {
    /// Pegs and barred links.
    pub board: Board<P>,
    /// The side to move.
    pub mover: Side,
    /// The winner, or `Some(None)` for a draw, if the game is over.
    pub end: Option<Option<Side>>,
}

const FIRST_SLICE: u64 = 1000;

impl<P: Bitboard> Prover<P> {
    /// Returns the starting position.
    pub fn start(&self) -> Game<P> {
        Game { board: Board::new(&self.field), mover: Side::Vertical, end: None }
    }

    /// Converts an engine position. Its links must be those that `Position::play` makes in PP: the solver's board
    /// assumes that pegs a knight's move apart are linked unless a link of the opponent crosses.
    ///
    /// # Panics
    /// If the board's size is not that of the prover.
    pub fn game(&self, position: &Position) -> Game<P> {
        let field = &self.field;
        assert_eq!(position.size(), field.size, "this prover is for boards of another size");
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
        Game { board, mover: position.to_move(), end }
    }

    /// Returns the position after a peg; `None` if the move is illegal.
    pub fn play(&self, game: &Game<P>, hole: Hole) -> Option<Game<P>> {
        let field = &self.field;
        let vacant = game.board.vacant(field, game.mover);
        let index = field.index(hole).filter(|&at| game.end.is_none() && vacant.has(at))?;
        let mut after = Game { mover: !game.mover, ..*game };
        after.board.place(field, game.mover, index);
        if self.pegs_needed(&after, game.mover) == 0 {
            after.end = Some(Some(game.mover));
        } else if after.board.vacant(field, after.mover).is_empty() {
            after.end = Some(None);
        }
        Some(after)
    }

    /// Iterates over the legal moves, row by row.
    pub fn moves(&self, game: &Game<P>) -> impl Iterator<Item = Hole> + '_ {
        let vacant = game.board.vacant(&self.field, game.mover);
        let moves = if game.end.is_some() { P::default() } else { vacant };
        moves.holes().map(P::hole)
    }

    /// Returns the link distance of `side`.
    pub fn pegs_needed(&self, game: &Game<P>, side: Side) -> u8 {
        pegs_needed(&self.field, &game.board, side)
    }

    /// Decides within `limit` nodes whether the goal's attacker wins; also returns a move of the side to move
    /// that proves it, if any. Returns `None` if the nodes do not suffice.
    pub(crate) fn decide(
        &mut self,
        goal: Goal,
        game: &Game<P>,
        limit: u64,
    ) -> Option<(bool, Option<Hole>)> {
        if let Some(winner) = game.end {
            return Some((winner == Some(goal.attacker), None));
        }
        let entry = self.solve(goal, &game.board, game.mover, limit);
        let mover_is_right = entry.numbers.phi == 0;
        let best = (mover_is_right && entry.best != NO_MOVE).then_some(entry.best);
        let best = best.map(P::hole);
        let attacker_wins = mover_is_right == (game.mover == goal.attacker);
        entry.numbers.settled().then_some((attacker_wins, best))
    }

    /// Determines the value for the side to move within `limit` nodes.
    pub fn prove(&mut self, game: &Game<P>, limit: u64) -> Proof {
        let before = self.nodes;
        let (value, best) = self.value(game, limit);
        Proof { value, best, nodes: self.nodes - before }
    }

    /// Searches for a win of the side to move within `limit` nodes. Returns the winning move, `Some(None)` if
    /// there is none, or `None` if the nodes do not suffice.
    pub fn win(&mut self, game: &Game<P>, limit: u64) -> Option<Option<Hole>> {
        let (wins, best) = self.decide(Goal { attacker: game.mover, within: None }, game, limit)?;
        if wins {
            best.map(Some)
        } else {
            Some(None)
        }
    }

    /// Searches alternately for a win of each side, with doubling node budgets, since it is unknown which is
    /// easier to prove.
    fn value(&mut self, game: &Game<P>, limit: u64) -> (Option<Value>, Option<Hole>) {
        let end = self.nodes.saturating_add(limit);
        let goals = [(game.mover, Value::Won), (!game.mover, Value::Lost)];
        let (mut open, mut best, mut slice) = ([true; 2], None, FIRST_SLICE);
        while open.contains(&true) {
            for ((attacker, value), open) in goals.into_iter().zip(&mut open) {
                if !*open {
                    continue;
                }
                let left = end.saturating_sub(self.nodes);
                match self.decide(Goal { attacker, within: None }, game, slice.min(left)) {
                    Some((true, hole)) => return (Some(value), hole),
                    Some((false, hole)) => (*open, best) = (false, best.or(hole)),
                    None if self.is_stopped || self.nodes >= end => return (None, None),
                    None => {}
                }
            }
            slice = slice.saturating_mul(2);
        }
        (Some(Value::Drawn), best)
    }
}
