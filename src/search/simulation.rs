//! One simulation: descent, evaluation and backpropagation.
//!
//! A simulation reaches the tree through [`Access`]. A `&mut SharedTree` gives exclusive access, for a search on one
//! thread. With shared access, other simulations use the tree while a position is evaluated, and the simulations
//! in progress count as visits that lost (virtual loss: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo
//! tree search", 2008).

use super::select::select;
use super::transpositions::Transpositions;
use super::{play, Params};
use crate::evaluate::{Evaluator, MoveList, Value};
use crate::rules::{Move, Outcome, Position, Proof};
use crate::tree::{Node, NodeId, Tree};
use arrayvec::ArrayVec;
use std::ops::DerefMut;

/// An upper bound on the depth of the tree: the number of holes of the largest board.
const MAX_DEPTH: usize = 24 * 24;

/// The prior of moves that the evaluator does not list.
const UNLISTED_PRIOR: f32 = 1e-3;

/// The state that simulations share: the tree and the values of transpositions.
pub struct SharedTree {
    /// The tree.
    pub tree: Tree,
    /// `None` with a fast evaluator, whose evaluations cost little more than a lookup.
    pub(super) transpositions: Option<Transpositions>,
}

impl SharedTree {
    /// Returns whether the root is proven and expanded.
    #[must_use]
    pub fn is_solved(&self) -> bool {
        let root = self.tree.node(self.tree.root());
        root.proof != Proof::Open && root.is_expanded()
    }
}

/// The nodes from the root to a simulation's current node.
pub type Path = ArrayVec<NodeId, { MAX_DEPTH + 2 }>;

/// A simulation's access to the tree. The provided methods are those of exclusive access: no other simulation is in
/// progress.
pub trait Access: DerefMut<Target = SharedTree> {
    /// Extends the path by its last node's child with this index.
    #[inline]
    fn descend(&mut self, path: &mut Path, index: usize) {
        path.push(self.tree.child(current(path), index));
    }

    /// Calls `evaluate`. Other simulations may use the tree during the call: they may add children, and nodes may
    /// move. Updates the path; other node ids are invalid afterwards.
    #[inline]
    fn while_unlocked<R>(&mut self, _: &mut Path, evaluate: impl FnOnce() -> R) -> R {
        evaluate()
    }

    /// Returns the number of other simulations in progress whose paths contain the current node.
    #[inline]
    fn running(&self) -> u32 {
        0
    }

    /// Returns the number of other simulations in progress through the current node's child with this index.
    #[inline]
    fn running_through(&self, _: usize) -> u32 {
        0
    }
}

impl Access for &mut SharedTree {}

/// Returns the last node of a path.
#[inline]
pub(super) fn current(path: &Path) -> NodeId {
    path.last().copied().unwrap_or_default()
}

/// Runs simulations, one at a time.
pub struct Simulator {
    evaluator: Box<dyn Evaluator>,
    pub(super) params: Params,
    list: MoveList,
}

impl Simulator {
    /// Creates a simulator. Simulators of one tree need evaluators of the same kind, and the same parameters.
    #[must_use]
    pub fn new(evaluator: Box<dyn Evaluator>, params: Params) -> Simulator {
        Simulator { evaluator, params, list: MoveList::default() }
    }

    /// Returns whether an evaluation takes tens of microseconds; see [`Evaluator::is_slow`].
    #[must_use]
    pub fn is_slow(&self) -> bool {
        self.evaluator.is_slow()
    }

    /// Runs one simulation from the root, which has this position. Returns false if it ended at a transposition.
    pub fn simulate<A: Access>(&mut self, access: &mut A, mut position: Position) -> bool {
        let mut path = Path::new();
        path.push(access.tree.root());
        let mut is_eval = true;
        let value = loop {
            let id = current(&path);
            let node = *access.tree.node(id);
            let at_root = path.len() == 1;
            if node.proof != Proof::Open && !at_root {
                break Value::certain(node.proof);
            }
            let SharedTree { tree, transpositions } = &mut **access;
            if let Some(transpositions) = transpositions.as_mut().filter(|_| !at_root) {
                if let Some(value) = transpositions.value(tree, id, &position) {
                    is_eval = false;
                    break value;
                }
            }
            // Counting the simulations in progress gives each simulation through the node another number, so at most
            // one is the first, and at most one re-evaluates the priors.
            let started = node.visits + access.running();
            if started == 0 && !at_root {
                break access.while_unlocked(&mut path, || self.evaluate(&position));
            }
            if !node.is_expanded() {
                let proof = self.expand(access, &mut path, &position);
                if proof != Proof::Open {
                    break Value::certain(proof);
                }
            }
            if started > 0 && started as f32 == self.params.reeval_visits {
                self.reevaluate(access, &mut path, &position);
            }
            if access.tree.node(current(&path)).more {
                self.widen(access, &mut path, &position, started);
            }
            // Evaluations may have moved the node.
            let id = current(&path);
            match select(access, id, &self.params) {
                Some(index) => {
                    access.descend(&mut path, index);
                    play(&mut position, access.tree.node(current(&path)).mv);
                }
                None if self.unprune(&mut access.tree, id, &position) => (),
                None => break dead_end(&access.tree, id),
            }
        };
        backpropagate(&mut access.tree, &path, value);
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

    /// Expands the path's last node if the tree has room; returns the proof for the side to move.
    pub(super) fn expand<A: Access>(
        &mut self,
        access: &mut A,
        path: &mut Path,
        position: &Position,
    ) -> Proof {
        self.list.more = false;
        let mut proof =
            access.while_unlocked(path, || self.evaluator.moves(position, &mut self.list));
        if self.list.moves.is_empty() {
            self.list.list_remaining(position, &[], UNLISTED_PRIOR);
        }
        if position.may_swap() && proof != Proof::Won {
            // Evaluators' proofs cover the peg moves only, not the swap.
            proof = Proof::Open;
            self.offer_swap();
        }
        let (id, at_root, tree) = (current(path), path.len() == 1, &mut access.tree);
        if tree.node(id).is_expanded() {
            // Another simulation was faster.
            return proof;
        }
        if proof == Proof::Open || at_root {
            tree.expand(id, &self.list.moves);
            let node = tree.node_mut(id);
            (node.complete, node.more) = (self.list.complete, self.list.more);
        }
        if proof == Proof::Won && at_root && tree.node(id).is_expanded() {
            let winner = tree.child(id, 0);
            tree.node_mut(winner).proof = Proof::Lost;
        }
        proof
    }

    /// Refines the priors of the children of the path's last node if the evaluator can.
    #[cold]
    fn reevaluate<A: Access>(&mut self, access: &mut A, path: &mut Path, position: &Position) {
        let (tree, id) = (&access.tree, current(path));
        self.list.more = tree.node(id).more;
        self.list.moves.clear();
        self.list.moves.extend(tree.children(id).iter().map(|child| (child.mv, child.prior)));
        let known = self.list.moves.len();
        if !access.while_unlocked(path, || self.evaluator.reevaluate(position, &mut self.list)) {
            return;
        }
        let id = current(path);
        // Children that transpositions refer to, or that simulations run through, stay in place.
        let children = access.tree.children(id).iter().enumerate();
        let kept = children
            .take_while(|(index, child)| child.visits + access.running_through(*index) > 0)
            .count();
        let (children, moves) = (access.tree.children_mut(id), &mut self.list.moves);
        if children.len() != known {
            // Another simulation has added children.
            return;
        }
        for child in &mut children[..kept] {
            if let Some(at) = moves.iter().position(|(mv, _)| *mv == child.mv) {
                child.prior = moves.remove(at).1;
            }
        }
        moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        for (child, &(mv, prior)) in children[kept..].iter_mut().zip(&*moves) {
            (child.mv, child.prior) = (mv, prior);
        }
    }

    /// Adds moves that the evaluator held back (progressive widening) once all children are visited. At the root
    /// it adds them immediately, since users see the root's moves. `visits` is the number of visits of the node.
    #[cold]
    fn widen<A: Access>(
        &mut self,
        access: &mut A,
        path: &mut Path,
        position: &Position,
        visits: u32,
    ) {
        let (tree, at_root) = (&access.tree, path.len() == 1);
        let children = tree.children(current(path));
        let visited = children.last().is_some_and(|last| last.visits > 0);
        if !(at_root || visited) || !tree.has_room() {
            return;
        }
        let reeval = self.params.reeval_visits;
        let refined = reeval > 0.0 && visits as f32 >= reeval;
        let at_most = if at_root { usize::MAX } else { children.len() };
        let known = moves_of(children);
        access.while_unlocked(path, || {
            self.evaluator.more_moves(position, &known, at_most, refined, &mut self.list);
        });
        self.add_moves(&mut access.tree, current(path), &known);
    }

    /// Adds the listed moves as further children of a node; returns false, and changes nothing, if the tree has no
    /// room, or if the node's children are no longer those with the `known` moves.
    fn add_moves(&mut self, tree: &mut Tree, id: NodeId, known: &[Move]) -> bool {
        let has_room = tree.children(id).len() == known.len() && tree.expand(id, &self.list.moves);
        if has_room {
            let node = tree.node_mut(id);
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

    /// Adds the legal moves that the evaluator did not list to a node; returns false if there are none or the tree is
    /// full.
    #[cold]
    fn unprune(&mut self, tree: &mut Tree, id: NodeId, position: &Position) -> bool {
        if tree.node(id).complete || !tree.node(id).is_expanded() {
            return false;
        }
        let known = moves_of(tree.children(id));
        self.list.list_remaining(position, &known, UNLISTED_PRIOR);
        self.add_moves(tree, id, &known) && !self.list.moves.is_empty()
    }
}

fn moves_of(nodes: &[Node]) -> Vec<Move> {
    nodes.iter().map(|node| node.mv).collect()
}

/// Returns the value of a node without a selectable child: all its children are proven, or the tree is full.
fn dead_end(tree: &Tree, id: NodeId) -> Value {
    match proof_by_children(tree, id) {
        Proof::Open => Value::estimate(1.0 - tree.node(id).mean().unwrap_or(0.5)),
        proof => Value::certain(proof),
    }
}

/// Derives a node's proof from those of its children.
fn proof_by_children(tree: &Tree, id: NodeId) -> Proof {
    let node = tree.node(id);
    let mut proof = if node.complete && node.is_expanded() { Proof::Lost } else { Proof::Open };
    for child in tree.children(id) {
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
fn backpropagate(tree: &mut Tree, path: &[NodeId], value: Value) {
    let Value { mut expected, mut proof } = value;
    for (i, &id) in path.iter().rev().enumerate() {
        if i > 0 && proof != Proof::Open {
            // Here `proof` is still that of the child on the path.
            proof = match proof {
                Proof::Lost => Proof::Won,
                _ => proof_by_children(tree, id),
            };
            expected = proof.value().unwrap_or(expected);
        }
        let node = tree.node_mut(id);
        if proof != Proof::Open {
            node.proof = proof;
        }
        node.visits += 1;
        node.sum += 1.0 - expected;
        expected = 1.0 - expected;
    }
}
