//! UCT with one uniform playout per evaluation.
//!
//! The algorithm is that of Kocsis and Szepesvári, "Bandit based Monte-Carlo planning" (2006), with
//! UCB1 (Auer, Cesa-Bianchi and Fischer, 2002). Proven results are backpropagated (MCTS-Solver: Winands, Björnsson and
//! Saito, 2008).

use crate::playout::{play_out, Vacant};
use crate::shared::{opening, Pace, Plain};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::SliceRandom;
use std::io::{BufRead, Write};
use twixt::arena::{serve, SessionError};
use twixt::rules::{Move, Outcome, Position, Proof};
use twixt::search::Limits;
use twixt::tree::{Node, NodeId, Tree};

const CONSTANT: f32 = 0.7;

const CAPACITY: usize = 2_000_000;

/// Flags of `uct`.
#[derive(Clone, Debug, clap::Args)]
pub struct Flags {
    #[command(flatten)]
    plain: Plain,
    #[command(flatten)]
    pace: Pace,
}

/// Answers turns until the input ends.
///
/// # Errors
/// If the input is malformed or the output closed.
pub fn play(input: impl BufRead, output: impl Write, flags: &Flags) -> Result<(), SessionError> {
    let mut search = Uct::new(flags.plain.rng());
    let game = &flags.plain.game;
    serve(input, output, game.size, game.side, |turn| {
        if let Some(known) = opening(&turn.position) {
            return Ok(Some((known, String::from("opening"))));
        }
        let limits = flags.pace.limits(turn.started, turn.is_first);
        let found = search.think(&turn.position, &limits);
        Ok(found.map(|UctReport { best, value }| (best, format!("{:.0}%", 100.0 * value))))
    })
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct UctReport {
    /// A proven win, else the most visited move that is not a proven loss.
    pub best: Move,
    /// The proven or mean result of the best move for the side to move, from 0 (loss) to 1 (win).
    pub value: f32,
}

/// A search and its tree.
pub struct Uct {
    tree: Tree,
    rng: Xoshiro256PlusPlus,
    path: Vec<NodeId>,
    moves: Vec<(Move, f32)>,
}

impl Uct {
    /// Creates a search that samples from `rng`.
    #[must_use]
    pub fn new(rng: Xoshiro256PlusPlus) -> Uct {
        Uct { tree: Tree::new(CAPACITY), rng, path: Vec::new(), moves: Vec::new() }
    }

    /// Searches a position from scratch, until a limit is reached or the result is proven. Returns
    /// `None` if there is no legal move.
    pub fn think(&mut self, position: &Position, limits: &Limits) -> Option<UctReport> {
        self.tree.clear();
        self.expand(self.tree.root(), position);
        let mut simulations = 0;
        let mut is_open = true;
        while simulations == 0 || is_open && !limits.reached(simulations, true) {
            self.simulate(position.clone());
            simulations += 1;
            is_open = self.tree.node(self.tree.root()).proof == Proof::Open;
        }
        let children = self.tree.children(self.tree.root());
        // Reversed, so that ties go to the first child.
        let rank = |child: &Node| (child.proof == Proof::Lost, child.proof != Proof::Won);
        let best = children.iter().rev().max_by_key(|child| (rank(child), child.visits))?;
        // The proof is from the point of view of the opponent, who is to move after the best move.
        let proven = best.proof.value().map(|value| 1.0 - value);
        Some(UctReport { best: best.mv, value: proven.or(best.mean()).unwrap_or(0.5) })
    }

    fn simulate(&mut self, mut position: Position) {
        let mut id = self.tree.root();
        self.path.clear();
        self.path.push(id);
        let mut proof;
        let mut value = loop {
            proof = ended(&position).unwrap_or(self.tree.node(id).proof);
            if let Some(value) = proof.value() {
                break value;
            }
            if self.tree.node(id).visits == 0 && self.path.len() > 1 {
                break self.play_out(&position);
            }
            if !self.tree.node(id).is_expanded() {
                self.expand(id, &position);
            }
            let Some(child) = self.select(id) else { break self.play_out(&position) };
            id = child;
            let played = position.play(self.tree.node(id).mv);
            debug_assert_eq!(played, Ok(()));
            self.path.push(id);
        };
        for place in (0..self.path.len()).rev() {
            let id = self.path[place];
            if place + 1 < self.path.len() && proof != Proof::Open {
                proof = self.proof_by_children(id);
                value = proof.value().unwrap_or(value);
            }
            let node = self.tree.node_mut(id);
            node.proof = proof;
            node.visits += 1;
            value = 1.0 - value;
            node.sum += value;
        }
    }

    /// Derives a node's proof from those of its children, which must include all legal moves.
    fn proof_by_children(&self, id: NodeId) -> Proof {
        let proofs = || self.tree.children(id).iter().map(|child| child.proof);
        if proofs().any(|proof| proof == Proof::Lost) {
            Proof::Won
        } else if proofs().any(|proof| proof == Proof::Open) {
            Proof::Open
        } else if proofs().any(|proof| proof == Proof::Drawn) {
            Proof::Drawn
        } else {
            Proof::Lost
        }
    }

    /// Adds all moves in random order as children, if the tree has room.
    fn expand(&mut self, id: NodeId, position: &Position) {
        self.moves.clear();
        self.moves.extend(position.moves().map(|mv| (mv, 0.0)));
        self.moves.shuffle(&mut self.rng);
        self.tree.expand(id, &self.moves);
    }

    /// Returns the unproven child with the highest upper confidence bound; unvisited children first.
    fn select(&self, id: NodeId) -> Option<NodeId> {
        let log = (self.tree.node(id).visits as f32).ln();
        let mut best = None;
        let mut best_score = f32::NEG_INFINITY;
        for (index, child) in self.tree.children(id).iter().enumerate() {
            if child.proof != Proof::Open {
                continue;
            }
            let Some(mean) = child.mean() else { return Some(self.tree.child(id, index)) };
            let score = mean + CONSTANT * (log / child.visits as f32).sqrt();
            if score > best_score {
                (best, best_score) = (Some(self.tree.child(id, index)), score);
            }
        }
        best
    }

    /// Returns the result of a playout for the side to move.
    fn play_out(&mut self, position: &Position) -> f32 {
        let mut board = position.board().clone();
        let mut vacant = Vacant::of(&board);
        let side = position.to_move();
        match play_out(&mut board, &mut vacant, side, &mut self.rng).winner {
            Some(winner) => f32::from(u8::from(winner == side)),
            None => 0.5,
        }
    }
}

/// Returns the result of a finished game for the side to move.
fn ended(position: &Position) -> Option<Proof> {
    Some(match position.outcome()? {
        Outcome::Won(winner) if winner == position.to_move() => Proof::Won,
        Outcome::Won(_) => Proof::Lost,
        Outcome::Drawn => Proof::Drawn,
    })
}
