//! Monte Carlo tree search with PUCT selection.
//!
//! A simulation descends from the root to an unvisited node by `select`, evaluates it, and backpropagates the
//! value. A node is expanded on its second visit. Proven results (a win with the next peg, a losing race, a draw)
//! are backpropagated as proofs, and proven nodes are not selected again (MCTS-Solver: Winands, Björnsson and
//! Saito, 2008). With a node budget the search is deterministic on every machine.

mod choice;
mod limits;
mod params;
mod select;
mod transpositions;

pub use choice::proof_rank;
pub use limits::Limits;
pub use params::{ParamError, Params};

use crate::evaluate::{Evaluator, MoveList, Value};
use crate::rules::{Move, Outcome, Position, Proof};
use crate::tree::{Node, NodeId, Tree};
use arrayvec::ArrayVec;
use select::select;
use transpositions::Transpositions;

/// An upper bound on the depth of the tree: the number of holes of the largest board.
const MAX_DEPTH: usize = 24 * 24;

/// The number of simulations between calls of the stop condition if the evaluator is fast; they take about 50 µs.
const STOP_INTERVAL: u64 = 16;

/// The prior of moves that the evaluator does not list.
const UNLISTED_PRIOR: f32 = 1e-3;

/// A search and its tree, which is reused from move to move.
pub struct Search {
    tree: Tree,
    position: Position,
    evaluator: Box<dyn Evaluator>,
    params: Params,
    list: MoveList,
    /// `None` with a fast evaluator, whose evaluations cost little more than a lookup.
    transpositions: Option<Transpositions>,
}

/// The decision of a search, or of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// The expected result for the side to move, from 0 (loss) to 1 (win).
    pub value: f32,
    /// The proven result of the position for the side to move.
    pub proof: Proof,
    /// The number of evaluations: simulations except those that ended at a transposition.
    pub evals: u64,
    /// The move's visits, including those of earlier searches.
    pub visits: u32,
}

impl Search {
    /// Creates a search from `position` with a tree of at most `capacity` nodes, 48 bytes each.
    #[must_use]
    pub fn new(
        position: Position,
        evaluator: Box<dyn Evaluator>,
        params: Params,
        capacity: usize,
    ) -> Search {
        Search {
            tree: Tree::new(capacity),
            position,
            transpositions: evaluator.is_slow().then(Transpositions::new),
            evaluator,
            params,
            list: MoveList::default(),
        }
    }

    /// Returns the position at the root.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Prefaults the memory of the tree until `stop` returns true.
    pub fn prefault(&mut self, stop: &dyn Fn() -> bool) {
        self.tree.prefault(stop);
    }

    /// Moves the root to another position and discards the tree.
    pub fn reset(&mut self, position: Position) {
        self.tree.clear();
        self.forget_transpositions();
        self.position = position;
    }

    /// Empties the table of transpositions, which refers to nodes. Must be called when nodes move or are discarded.
    fn forget_transpositions(&mut self) {
        self.transpositions.iter_mut().for_each(Transpositions::clear);
    }

    /// Plays legal moves from the root and keeps the subtree below them.
    pub fn advance(&mut self, moves: &[Move]) {
        let mut id = Some(self.tree.root());
        for &mv in moves {
            id = id.and_then(|id| {
                let index = self.tree.children(id).iter().position(|child| child.mv == mv)?;
                Some(self.tree.child(id, index))
            });
            play(&mut self.position, mv);
        }
        match id {
            Some(id) => self.tree.keep(id),
            None => self.tree.clear(),
        }
        self.forget_transpositions();
    }

    /// Expands the root and, unless it is proven, lets `adjust` change the priors of its children, for
    /// exploration noise in self-play. Does nothing if the root is already expanded or the game is over.
    pub fn adjust_root_priors(&mut self, adjust: impl FnOnce(&mut [Node])) {
        let root = self.tree.root();
        if self.tree.node(root).is_expanded() || self.position.outcome().is_some() {
            return;
        }
        let position = self.position.clone();
        let proof = self.expand(root, &position, true);
        self.tree.node_mut(root).proof = proof;
        if proof == Proof::Open {
            let children = self.tree.children_mut(root);
            adjust(children);
            children.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        }
    }

    /// Searches until a limit is reached or the position is proven.
    pub fn think(&mut self, limits: &Limits) -> Decision {
        let (mut sims, mut evals) = (0, 0);
        let slow = self.evaluator.is_slow();
        while self.position.outcome().is_none()
            && !self.is_solved()
            && (sims == 0 || !limits.reached(evals, slow || sims % STOP_INTERVAL == 0))
        {
            evals += u64::from(self.simulate());
            sims += 1;
        }
        self.decision(evals, self.choice())
    }

    /// Returns whether the root is proven and expanded.
    fn is_solved(&self) -> bool {
        let root = self.tree.node(self.tree.root());
        root.proof != Proof::Open && root.is_expanded()
    }

    /// Runs one simulation; returns false if it ended at a transposition.
    fn simulate(&mut self) -> bool {
        let mut position = self.position.clone();
        let mut path = ArrayVec::<NodeId, { MAX_DEPTH + 2 }>::new();
        let mut id = self.tree.root();
        path.push(id);
        let mut is_eval = true;
        let value = loop {
            let node = *self.tree.node(id);
            let at_root = path.len() == 1;
            if node.proof != Proof::Open && !at_root {
                break Value::certain(node.proof);
            }
            if let Some(transpositions) = self.transpositions.as_mut().filter(|_| !at_root) {
                if let Some(value) = transpositions.value(&self.tree, id, &position) {
                    is_eval = false;
                    break value;
                }
            }
            if node.visits == 0 && !at_root {
                break self.evaluate(&position);
            }
            if !node.is_expanded() {
                let proof = self.expand(id, &position, at_root);
                if proof != Proof::Open {
                    break Value::certain(proof);
                }
            }
            if node.visits > 0 && node.visits as f32 == self.params.reeval_visits {
                self.reevaluate(id, &position);
            }
            if node.more {
                self.widen(id, &position, at_root);
            }
            match select(&self.tree, id, &self.params) {
                Some(index) => {
                    id = self.tree.child(id, index);
                    play(&mut position, self.tree.node(id).mv);
                    path.push(id);
                }
                None if self.unprune(id, &position) => (),
                None => break self.dead_end(id),
            }
        };
        self.backpropagate(&path, value);
        is_eval
    }

    fn evaluate(&mut self, position: &Position) -> Value {
        match position.outcome() {
            Some(Outcome::Won(side)) if side == position.to_move() => Value::certain(Proof::Won),
            Some(Outcome::Won(_)) => Value::certain(Proof::Lost),
            Some(Outcome::Drawn) => Value::certain(Proof::Drawn),
            None => self.evaluator.value(position),
        }
    }

    /// Expands a node if the tree has room; returns the proof for the side to move.
    fn expand(&mut self, id: NodeId, position: &Position, at_root: bool) -> Proof {
        self.list.more = false;
        let mut proof = self.evaluator.moves(position, &mut self.list);
        if self.list.moves.is_empty() {
            self.list.list_remaining(position, &[], UNLISTED_PRIOR);
        }
        if position.may_swap() && proof != Proof::Won {
            // Evaluators' proofs cover the peg moves only, not the swap.
            proof = Proof::Open;
            self.offer_swap();
        }
        if proof == Proof::Open || at_root {
            self.tree.expand(id, &self.list.moves);
            let node = self.tree.node_mut(id);
            (node.complete, node.more) = (self.list.complete, self.list.more);
        }
        if proof == Proof::Won && at_root && self.tree.node(id).is_expanded() {
            let winner = self.tree.child(id, 0);
            self.tree.node_mut(winner).proof = Proof::Lost;
        }
        proof
    }

    /// Refines the priors of a node's children if the evaluator can.
    #[cold]
    fn reevaluate(&mut self, id: NodeId, position: &Position) {
        self.list.more = self.tree.node(id).more;
        self.list.moves.clear();
        let children = self.tree.children(id).iter();
        self.list.moves.extend(children.map(|child| (child.mv, child.prior)));
        if self.evaluator.reevaluate(position, &mut self.list) {
            let (children, moves) = (self.tree.children_mut(id), &mut self.list.moves);
            // Visited children stay in place, since transpositions refer to them.
            let visited = children.iter().take_while(|child| child.visits > 0).count();
            for child in &mut children[..visited] {
                if let Some(at) = moves.iter().position(|(mv, _)| *mv == child.mv) {
                    child.prior = moves.remove(at).1;
                }
            }
            moves.sort_by(|a, b| b.1.total_cmp(&a.1));
            for (child, &(mv, prior)) in children[visited..].iter_mut().zip(&*moves) {
                (child.mv, child.prior) = (mv, prior);
            }
        }
    }

    /// Adds moves that the evaluator held back (progressive widening) once all children are visited. At the root
    /// it adds them immediately, since users see the root's moves.
    #[cold]
    fn widen(&mut self, id: NodeId, position: &Position, at_root: bool) {
        let node = self.tree.node(id);
        let children = self.tree.children(id);
        let visited = children.last().is_some_and(|last| last.visits > 0);
        if !(at_root || visited) || !self.tree.has_room() {
            return;
        }
        let reeval = self.params.reeval_visits;
        let refined = reeval > 0.0 && node.visits as f32 >= reeval;
        let at_most = if at_root { usize::MAX } else { children.len() };
        self.add_moves(id, |search, known| {
            search.evaluator.more_moves(position, known, at_most, refined, &mut search.list);
        });
    }

    /// Calls `list` with the moves of the existing children, and adds the moves that it lists as further children;
    /// returns whether the tree had room.
    fn add_moves(&mut self, id: NodeId, list: impl FnOnce(&mut Search, &[Move])) -> bool {
        let known: Vec<Move> = self.tree.children(id).iter().map(|child| child.mv).collect();
        list(self, &known);
        let has_room = self.tree.expand(id, &self.list.moves);
        if has_room {
            let node = self.tree.node_mut(id);
            (node.complete, node.more) = (self.list.complete, self.list.more);
        }
        has_room
    }

    /// Inserts the swap before the pegs, with a prior relative to that of the first peg.
    fn offer_swap(&mut self) {
        let moves = &mut self.list.moves;
        moves.retain(|entry| entry.0 != Move::Swap);
        let first = moves.first().map_or(1.0, |entry| entry.1);
        moves.insert(0, (Move::Swap, first * self.params.swap));
    }

    /// Adds the legal moves that the evaluator did not list; returns false if there are none or the tree is full.
    #[cold]
    fn unprune(&mut self, id: NodeId, position: &Position) -> bool {
        if self.tree.node(id).complete || !self.tree.node(id).is_expanded() {
            return false;
        }
        let add_all = |search: &mut Search, known: &[Move]| {
            search.list.list_remaining(position, known, UNLISTED_PRIOR)
        };
        self.add_moves(id, add_all) && !self.list.moves.is_empty()
    }

    /// Returns the value of a node without a selectable child: all its children are proven, or the tree is full.
    fn dead_end(&self, id: NodeId) -> Value {
        let node = self.tree.node(id);
        match self.proof_by_children(id) {
            Proof::Open => Value::estimate(1.0 - node.mean().unwrap_or(0.5)),
            proof => Value::certain(proof),
        }
    }

    /// Derives a node's proof from those of its children.
    fn proof_by_children(&self, id: NodeId) -> Proof {
        let node = self.tree.node(id);
        let mut proof = if node.complete && node.is_expanded() { Proof::Lost } else { Proof::Open };
        for child in self.tree.children(id) {
            match child.proof {
                Proof::Lost => return Proof::Won,
                Proof::Open => proof = Proof::Open,
                Proof::Drawn if proof == Proof::Lost => proof = Proof::Drawn,
                _ => (),
            }
        }
        proof
    }

    /// Backs up `value` along the path. `value` is that of the path's last node, for the side to move there.
    fn backpropagate(&mut self, path: &[NodeId], value: Value) {
        let Value { mut expected, mut proof } = value;
        for (i, &id) in path.iter().rev().enumerate() {
            if i > 0 && proof != Proof::Open {
                // Here `proof` is still that of the child on the path.
                proof = match proof {
                    Proof::Lost => Proof::Won,
                    _ => self.proof_by_children(id),
                };
                expected = proof.value().unwrap_or(expected);
            }
            let node = self.tree.node_mut(id);
            if proof != Proof::Open {
                node.proof = proof;
            }
            node.visits += 1;
            node.sum += 1.0 - expected;
            expected = 1.0 - expected;
        }
    }

    fn decision(&self, evals: u64, child: Option<usize>) -> Decision {
        let root = self.tree.root();
        let node = child.map(|index| *self.tree.node(self.tree.child(root, index)));
        Decision {
            best: node.map(|node| node.mv),
            value: node.map_or(0.5, |node| node.value()),
            proof: self.tree.node(root).proof,
            evals,
            visits: node.map_or(0, |node| node.visits),
        }
    }

    /// Replaces the move of the last decision, `found`, by the legal move `mv`, such as a book move, unless the
    /// search has proven a win, or has proven that `mv` loses. If `mv` is unvisited, the decision's value is kept.
    #[must_use]
    pub fn replace_move(&self, found: Decision, mv: Move) -> Decision {
        let root = self.tree.root();
        let children = self.tree.children(root);
        let place = children.iter().position(|child| child.mv == mv);
        // A complete list omits only losing moves.
        let complete = self.tree.node(root).complete && !children.is_empty();
        if found.proof == Proof::Won
            || place.map_or(complete, |index| children[index].proof == Proof::Won)
        {
            return found;
        }
        match place {
            Some(index) if children[index].visits > 0 => self.decision(found.evals, place),
            _ => Decision { best: Some(mv), visits: 0, ..found },
        }
    }
}

/// Plays a move that is known to be legal.
fn play(position: &mut Position, mv: Move) {
    match mv {
        Move::Peg(hole) => {
            position.play_peg(hole);
        }
        Move::Swap => {
            let swapped = position.play(mv);
            debug_assert!(swapped.is_ok());
        }
    }
}
