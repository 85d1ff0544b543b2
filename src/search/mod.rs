//! Monte Carlo tree search: which part of the tree to look at next, and what to play in the end.
//!
//! A pass goes from the root to a position not yet valued, always by the child with the best bound
//! (`select`); the evaluator values it, and all positions on the way learn of the value. A
//! position gets children when it is visited for the second time. What is proven — a win in one, a
//! lost race, a draw — is backed up as such and never looked at again (MCTS-Solver, Winands, Björnsson
//! and Saito, 2008).
//!
//! A search limited by a number of passes does the same on every run and every machine.

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

/// Plies that a pass can go down, and one position more: as many as a board has holes.
const DEEPEST: usize = 24 * 24;

/// Passes between two looks at the clock, unless the evaluator is slow: so few that a search overruns
/// its deadline by some 50 µs at most.
const PASSES: u64 = 16;

/// The prior of moves that were left out of a node's list at first.
const LEFT_OUT: f32 = 1e-3;

/// A search with its tree, which is kept from move to move.
pub struct Search {
    tree: Tree,
    /// The position at the root.
    position: Position,
    evaluator: Box<dyn Evaluator>,
    params: Params,
    list: MoveList,
    /// What is known of positions that two ways lead to; none if a look at them costs hardly less
    /// than the evaluator does.
    transpositions: Option<Transpositions>,
}

/// What a search, or an engine with it, decided.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// Its expected result for the side that plays it: 1 a win, 0 a loss.
    pub value: f32,
    /// What is certain about the position, for the side to move.
    pub proof: Proof,
    /// Evaluations made by this search: its simulations, less those that ended at a transposition.
    pub evals: u64,
    /// Visits of the move, those of earlier searches included.
    pub visits: u32,
}

impl Search {
    /// A search from `position` whose tree has room for `capacity` nodes of 24 bytes, twice.
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

    /// The position at the root.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// The tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Provides memory before it is needed, as much as it can until `stop`.
    pub fn prefault(&mut self, stop: &dyn Fn() -> bool) {
        self.tree.prefault(stop);
    }

    /// Starts anew from another position.
    pub fn reset(&mut self, position: Position) {
        self.tree.clear();
        self.forget_transpositions();
        self.position = position;
    }

    /// To be called when nodes go elsewhere.
    fn forget_transpositions(&mut self) {
        self.transpositions.iter_mut().for_each(Transpositions::clear);
    }

    /// Plays moves, which must be legal, from the root on and keeps the part of the tree behind
    /// them.
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

    /// Lets `mix` change the priors of the root's moves, for self-play that is to see more than
    /// the search expects, and orders the moves anew. To be called right after [`Search::reset`];
    /// it does nothing to a root that was looked at before, or whose result its moves prove.
    pub fn adjust_root_priors(&mut self, mix: impl FnOnce(&mut [Node])) {
        let root = self.tree.root();
        if self.tree.node(root).is_expanded() || self.position.outcome().is_some() {
            return;
        }
        let position = self.position.clone();
        let proof = self.expand(root, &position, true);
        self.tree.node_mut(root).proof = proof;
        if proof == Proof::Open {
            let children = self.tree.children_mut(root);
            mix(children);
            children.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        }
    }

    /// Searches until a limit is reached or the position is proven.
    pub fn think(&mut self, limits: &Limits) -> Decision {
        let (mut passes, mut looks) = (0, 0);
        let slow = self.evaluator.is_slow();
        while self.position.outcome().is_none()
            && !self.is_decided()
            && (passes == 0 || !limits.reached(looks, slow || passes % PASSES == 0))
        {
            looks += u64::from(self.pass());
            passes += 1;
        }
        self.report(looks, self.choice())
    }

    /// Whether more search can't change the move: it is proven and known which one it is.
    fn is_decided(&self) -> bool {
        let root = self.tree.node(self.tree.root());
        root.proof != Proof::Open && root.is_expanded()
    }

    /// One pass from the root to a new position, or to one that another way led to, and back. Whether
    /// it was a new one.
    fn pass(&mut self) -> bool {
        let mut position = self.position.clone();
        let mut path = ArrayVec::<NodeId, { DEEPEST + 2 }>::new();
        let mut id = self.tree.root();
        path.push(id);
        let mut new = true;
        let value = loop {
            let node = *self.tree.node(id);
            let at_root = path.len() == 1;
            if node.proof != Proof::Open && !at_root {
                break Value::certain(node.proof);
            }
            if let Some(transpositions) = self.transpositions.as_mut().filter(|_| !at_root) {
                if let Some(value) = transpositions.value(&self.tree, id, &position) {
                    new = false;
                    break value;
                }
            }
            if node.visits == 0 && !at_root {
                break self.first_look(&position);
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
        new
    }

    /// Values a position that the search comes to for the first time.
    fn first_look(&mut self, position: &Position) -> Value {
        match position.outcome() {
            Some(Outcome::Won(side)) if side == position.to_move() => Value::certain(Proof::Won),
            Some(Outcome::Won(_)) => Value::certain(Proof::Lost),
            Some(Outcome::Drawn) => Value::certain(Proof::Drawn),
            None => self.evaluator.value(position),
        }
    }

    /// Gives a node its children, if there is room, and says what the look at them proves.
    fn expand(&mut self, id: NodeId, position: &Position, at_root: bool) -> Proof {
        self.list.more = false;
        let mut proof = self.evaluator.moves(position, &mut self.list);
        if self.list.moves.is_empty() {
            self.list.list_remaining(position, &[], LEFT_OUT);
        }
        if position.may_swap() && proof != Proof::Won {
            // What is proven of the pegs tells nothing of a swap, which evaluators needn't know.
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

    /// Mends the priors of a node's children, if the evaluator can.
    #[cold]
    fn reevaluate(&mut self, id: NodeId, position: &Position) {
        self.list.more = self.tree.node(id).more;
        self.list.moves.clear();
        let children = self.tree.children(id).iter();
        self.list.moves.extend(children.map(|child| (child.mv, child.prior)));
        if self.evaluator.reevaluate(position, &mut self.list) {
            let (children, moves) = (self.tree.children_mut(id), &mut self.list.moves);
            // What was visited stays in its place, where transpositions may look for it.
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

    /// Gives a node the moves that the evaluator held back at first, once all its children were visited;
    /// at the root at once, since people look at its moves.
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

    /// Adds the moves that `list` puts into the list to a node's children, which it is told; whether there was room.
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

    /// Puts the swap to the front of the list: at the first look it is as good as any peg.
    fn offer_swap(&mut self) {
        let moves = &mut self.list.moves;
        moves.retain(|entry| entry.0 != Move::Swap);
        let first = moves.first().map_or(1.0, |entry| entry.1);
        moves.insert(0, (Move::Swap, first * self.params.swap));
    }

    /// Adds the moves that were left out of a node's list so far, if there are any, and room.
    #[cold]
    fn unprune(&mut self, id: NodeId, position: &Position) -> bool {
        if self.tree.node(id).complete || !self.tree.node(id).is_expanded() {
            return false;
        }
        let add_all = |search: &mut Search, known: &[Move]| {
            search.list.list_remaining(position, known, LEFT_OUT)
        };
        self.add_moves(id, add_all) && !self.list.moves.is_empty()
    }

    /// The value of a node that can't be gone past: nothing about its children is open, or the
    /// pool is full.
    fn dead_end(&self, id: NodeId) -> Value {
        let node = self.tree.node(id);
        match self.proof_by_children(id) {
            Proof::Open => Value::estimate(1.0 - node.mean().unwrap_or(0.5)),
            proof => Value::certain(proof),
        }
    }

    /// What the children of a node prove about it.
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

    /// Tells all positions on the way what the last of them is worth to its side to move.
    fn backpropagate(&mut self, path: &[NodeId], value: Value) {
        let Value { mut expected, mut proof } = value;
        for (i, &id) in path.iter().rev().enumerate() {
            if i > 0 && proof != Proof::Open {
                // Something was proven one ply further down.
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

    /// What the search found of a child of the root.
    fn report(&self, evals: u64, child: Option<usize>) -> Decision {
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

    /// The last decision with another legal move in place of the best one, for a caller that knows more
    /// than the search. It stays as it is if the search has proven a win, or that `mv` loses. A move that
    /// the search never visited is said to be worth what the best one is.
    #[must_use]
    pub fn instead(&self, found: Decision, mv: Move) -> Decision {
        let root = self.tree.root();
        let children = self.tree.children(root);
        let place = children.iter().position(|child| child.mv == mv);
        // Of a complete list only what loses is left out.
        let complete = self.tree.node(root).complete && !children.is_empty();
        if found.proof == Proof::Won
            || place.map_or(complete, |index| children[index].proof == Proof::Won)
        {
            return found;
        }
        match place {
            Some(index) if children[index].visits > 0 => self.report(found.evals, place),
            _ => Decision { best: Some(mv), visits: 0, ..found },
        }
    }
}

/// Plays a move of the tree, which is legal.
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
