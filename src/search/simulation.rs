//! One simulation: descent, evaluation and backpropagation.
//!
//! A simulation reaches the tree through [`Access`]. With exclusive access, the code is that of a search on one
//! thread. With shared access, other simulations use the tree while a position is evaluated, and the simulations
//! in progress count as visits that lost (virtual loss: Chaslot, Winands and van den Herik, "Parallel Monte-Carlo
//! tree search", 2008).

use super::select::select;
use super::transpositions::Transpositions;
use super::{play, Params};
use crate::evaluate::{Evaluator, MoveList, Value};
use crate::rules::{Move, Outcome, Position, Proof};
use crate::tree::{NodeId, Tree};
use arrayvec::ArrayVec;
use std::ops::{Deref, DerefMut};

/// An upper bound on the depth of the tree: the number of holes of the largest board.
const MAX_DEPTH: usize = 24 * 24;

/// The prior of moves that the evaluator does not list.
const UNLISTED_PRIOR: f32 = 1e-3;

/// What simulations share: the tree and the values of transpositions.
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

/// A simulation's access to the tree, and its path from the root.
pub trait Access: DerefMut<Target = SharedTree> {
    /// Returns the nodes from the root to the current node.
    fn path(&self) -> &[NodeId];

    /// Extends the path by the current node's child with this index.
    fn descend(&mut self, index: usize);

    /// Calls `evaluate`. Other simulations may use the tree during the call: they may add children, and nodes may
    /// move. The path remains valid, but other node ids do not.
    fn while_unlocked<R>(&mut self, evaluate: impl FnOnce() -> R) -> R;

    /// Returns the number of other simulations in progress whose paths contain the current node.
    fn running(&self) -> u32;

    /// Returns the number of other simulations in progress through the current node's child with this index.
    fn running_through(&self, index: usize) -> u32;

    /// Returns the current node.
    #[inline]
    fn current(&self) -> NodeId {
        self.path().last().copied().unwrap_or_default()
    }
}

/// Exclusive access: no other simulation is in progress.
pub(super) struct Exclusive<'a> {
    shared: &'a mut SharedTree,
    path: ArrayVec<NodeId, { MAX_DEPTH + 2 }>,
}

impl Exclusive<'_> {
    /// Creates an access whose path consists of the root.
    #[inline]
    pub(super) fn new(shared: &mut SharedTree) -> Exclusive<'_> {
        let mut path = ArrayVec::new();
        path.push(shared.tree.root());
        Exclusive { shared, path }
    }
}

impl Deref for Exclusive<'_> {
    type Target = SharedTree;

    #[inline]
    fn deref(&self) -> &SharedTree {
        self.shared
    }
}

impl DerefMut for Exclusive<'_> {
    #[inline]
    fn deref_mut(&mut self) -> &mut SharedTree {
        self.shared
    }
}

impl Access for Exclusive<'_> {
    #[inline]
    fn path(&self) -> &[NodeId] {
        &self.path
    }

    #[inline]
    fn descend(&mut self, index: usize) {
        let child = self.tree.child(self.current(), index);
        self.path.push(child);
    }

    #[inline]
    fn while_unlocked<R>(&mut self, evaluate: impl FnOnce() -> R) -> R {
        evaluate()
    }

    #[inline]
    fn running(&self) -> u32 {
        0
    }

    #[inline]
    fn running_through(&self, _: usize) -> u32 {
        0
    }
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

    /// Runs one simulation. The path must consist of the root, which has this position. Returns false if the simulation
    /// ended at a transposition.
    pub fn simulate<A: Access>(&mut self, access: &mut A, mut position: Position) -> bool {
        let mut is_eval = true;
        let value = loop {
            let id = access.current();
            let node = *access.tree.node(id);
            let at_root = id == access.tree.root();
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
            // Each simulation finds another number of started visits, so exactly one has the first, and one
            // re-evaluates the priors.
            let started = node.visits + access.running();
            if started == 0 && !at_root {
                break access.while_unlocked(|| self.evaluate(&position));
            }
            if !node.is_expanded() {
                let proof = self.expand(access, &position);
                if proof != Proof::Open {
                    break Value::certain(proof);
                }
            }
            if started > 0 && started as f32 == self.params.reeval_visits {
                self.reevaluate(access, &position);
            }
            // The evaluators of the bundle have no further moves.
            #[cfg(not(bundled))]
            if access.tree.node(access.current()).more {
                self.widen(access, &position, started);
            }
            match select(access, &self.params) {
                Some(index) => {
                    access.descend(index);
                    play(&mut position, access.tree.node(access.current()).mv);
                }
                None if self.unprune(access, &position) => (),
                None => break dead_end(&access.tree, access.current()),
            }
        };
        backpropagate(access, value);
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

    /// Expands the current node if the tree has room; returns the proof for the side to move.
    pub(super) fn expand<A: Access>(&mut self, access: &mut A, position: &Position) -> Proof {
        self.list.more = false;
        let mut proof = access.while_unlocked(|| self.evaluator.moves(position, &mut self.list));
        if self.list.moves.is_empty() {
            self.list.list_remaining(position, &[], UNLISTED_PRIOR);
        }
        if position.may_swap() && proof != Proof::Won {
            // Evaluators' proofs cover the peg moves only, not the swap.
            proof = Proof::Open;
            self.offer_swap();
        }
        let id = access.current();
        let tree = &mut access.tree;
        let at_root = id == tree.root();
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

    /// Refines the priors of the current node's children if the evaluator can.
    #[cold]
    fn reevaluate<A: Access>(&mut self, access: &mut A, position: &Position) {
        let (tree, id) = (&access.tree, access.current());
        self.list.more = tree.node(id).more;
        self.list.moves.clear();
        self.list.moves.extend(tree.children(id).iter().map(|child| (child.mv, child.prior)));
        let known = self.list.moves.len();
        if !access.while_unlocked(|| self.evaluator.reevaluate(position, &mut self.list)) {
            return;
        }
        let id = access.current();
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
    fn widen<A: Access>(&mut self, access: &mut A, position: &Position, visits: u32) {
        let (tree, id) = (&access.tree, access.current());
        let (children, at_root) = (tree.children(id), id == tree.root());
        let visited = children.last().is_some_and(|last| last.visits > 0);
        if !(at_root || visited) || !tree.has_room() {
            return;
        }
        let reeval = self.params.reeval_visits;
        let refined = reeval > 0.0 && visits as f32 >= reeval;
        let at_most = if at_root { usize::MAX } else { children.len() };
        let known: Vec<Move> = children.iter().map(|child| child.mv).collect();
        access.while_unlocked(|| {
            self.evaluator.more_moves(position, &known, at_most, refined, &mut self.list);
        });
        self.add_moves(access, &known);
    }

    /// Adds the listed moves as further children of the current node; returns false, and changes nothing, if the
    /// tree has no room, or if the node's children are no longer those with the `known` moves.
    fn add_moves<A: Access>(&mut self, access: &mut A, known: &[Move]) -> bool {
        let id = access.current();
        let tree = &mut access.tree;
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

    /// Adds the legal moves that the evaluator did not list to the current node; returns false if there are none or
    /// the tree is full.
    #[cold]
    fn unprune<A: Access>(&mut self, access: &mut A, position: &Position) -> bool {
        let (tree, id) = (&access.tree, access.current());
        if tree.node(id).complete || !tree.node(id).is_expanded() {
            return false;
        }
        let known: Vec<Move> = tree.children(id).iter().map(|child| child.mv).collect();
        self.list.list_remaining(position, &known, UNLISTED_PRIOR);
        self.add_moves(access, &known) && !self.list.moves.is_empty()
    }
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

/// Backs up `value` along the path. `value` is that of the current node, for the side to move there.
fn backpropagate<A: Access>(access: &mut A, value: Value) {
    let Value { mut expected, mut proof } = value;
    let last = access.path().len() - 1;
    for depth in (0..=last).rev() {
        let id = access.path()[depth];
        let tree = &mut access.tree;
        if depth < last && proof != Proof::Open {
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
