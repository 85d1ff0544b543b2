//! One simulation: descent, evaluation and backpropagation.
//!
//! A simulation reaches the tree through [`Access`]. A `&mut SharedTree` gives exclusive access, for a search on one
//! thread. With shared access, other simulations use the tree while a position is evaluated. A visit is counted in the
//! descent and its value added later, so simulations in progress count as lost (virtual loss: Chaslot, Winands and van
//! den Herik, "Parallel Monte-Carlo tree search", 2008).

use super::select::select;
use super::transpositions::Transpositions;
use super::{play, Params};
use crate::evaluate::{Detail, Evaluator, MoveList, Value};
use crate::rules::{Move, Outcome, Position, Proof};
use crate::tree::{NodeId, Tree};
use arrayvec::ArrayVec;
use std::ops::DerefMut;

/// An upper bound on the depth of the tree: the number of holes of the largest board.
const MAX_DEPTH: usize = 24 * 24;

/// The state that simulations share: the tree and the values of transpositions.
pub struct SharedTree {
    /// The tree.
    pub tree: Tree,
    pub(super) transpositions: Transpositions,
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
    /// Continues the path; returns the index of the child to visit, given that of the selected one.
    #[inline]
    fn descend(&mut self, index: usize) -> usize {
        index
    }

    /// Calls `evaluate`. Other simulations may use the tree during the call: they may add children, and nodes may
    /// move. Updates the path; other node ids are invalid afterwards.
    #[inline]
    fn while_unlocked<R>(&mut self, _: &mut Path, evaluate: impl FnOnce() -> R) -> R {
        evaluate()
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

    /// Runs one simulation from the root, which has this position. Returns false if it ended at a transposition.
    pub fn simulate<A: Access>(&mut self, access: &mut A, mut position: Position) -> bool {
        let root = access.tree.root();
        let mut path = Path::new();
        path.push(root);
        access.tree.node_mut(root).visits += 1;
        let mut is_eval = true;
        let value = loop {
            let id = current(&path);
            let node = *access.tree.node(id);
            let at_root = path.len() == 1;
            if !at_root {
                if node.proof != Proof::Open {
                    break Value::certain(node.proof);
                }
                let SharedTree { tree, transpositions } = &mut **access;
                match transpositions.find(tree, id, &position) {
                    Err(value) => {
                        is_eval = false;
                        break value;
                    }
                    Ok(other) if !node.is_expanded() && tree.node(other).is_expanded() => {
                        let (known, children) = (*tree.node(other), tree.children(other));
                        self.list.clear();
                        self.list.extend(children.iter().map(|child| (child.mv, child.prior)));
                        self.cut(&position, u32::MAX);
                        if tree.expand(id, 0, &self.list, known.holds_back) {
                            tree.node_mut(id).is_refined = known.is_refined;
                        }
                    }
                    _ => {}
                }
            }
            if !access.tree.node(id).is_expanded() {
                if node.visits > 1 && !access.tree.has_room() {
                    break dead_end(&access.tree, id);
                }
                let is_first = node.visits == 1 && !at_root;
                let detail = if is_first { Detail::Value } else { Detail::Moves };
                let value = self.expand(access, &mut path, &position, detail);
                if is_first || value.proof != Proof::Open {
                    break value;
                }
            } else if node.visits > self.params.reeval_visits as u32 && !node.is_refined
                || node.holds_back && (at_root || access.tree.is_widened(id))
            {
                self.reevaluate(access, &mut path, &position);
            }
            // Evaluations may have moved the node.
            let id = current(&path);
            match select(&access.tree, id, &self.params) {
                Some(index) => {
                    let index = access.descend(index);
                    let child = access.tree.child(id, index);
                    path.push(child);
                    let child = access.tree.node_mut(child);
                    child.visits += 1;
                    play(&mut position, child.mv);
                }
                None => break dead_end(&access.tree, id),
            }
        };
        backpropagate(&mut access.tree, &path, value);
        is_eval
    }

    /// Evaluates the path's last node and, if moves are listed and the tree has room, adds the most likely ones as
    /// children; at the root all moves, since users see them.
    pub(super) fn expand<A: Access>(
        &mut self,
        access: &mut A,
        path: &mut Path,
        position: &Position,
        detail: Detail,
    ) -> Value {
        let mut value = match position.outcome() {
            None => access
                .while_unlocked(path, || self.evaluator.evaluate(position, detail, &mut self.list)),
            Some(Outcome::Drawn) => Value::certain(Proof::Drawn),
            // By the opponent, which moved last.
            Some(Outcome::Won(_)) => Value::certain(Proof::Lost),
        };
        let (id, at_root, tree) = (current(path), path.len() == 1, &mut access.tree);
        if position.may_swap() && value.proof != Proof::Won {
            // Evaluators' proofs cover the peg moves only, not the swap.
            value.proof = Proof::Open;
        }
        // Another simulation may have been faster.
        if tree.node(id).is_expanded() || value.proof != Proof::Open && !at_root {
            return value;
        }
        if self.list.is_empty() {
            if detail == Detail::Value {
                return value;
            }
            let vacant = position.board().vacant(position.to_move());
            self.list.extend(vacant.map(|hole| (Move::Peg(hole), 1.0)));
        }
        let most = if at_root { u32::MAX } else { self.params.reeval_visits as u32 };
        let holds_back = self.cut(position, most);
        if tree.expand(id, 0, &self.list, holds_back) && value.proof == Proof::Won {
            let winner = tree.child(id, 0);
            tree.node_mut(winner).proof = Proof::Lost;
        }
        value
    }

    /// Keeps the `most` most likely moves, by descending prior; returns false if these are all. A legal swap comes first,
    /// with the prior of the first peg.
    fn cut(&mut self, position: &Position, most: u32) -> bool {
        let (list, most) = (&mut self.list, most as usize);
        // Ties are broken by the moves, so that the order is the same with every sorting algorithm.
        let order = |a: &(Move, f32), b: &(Move, f32)| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0));
        let holds_back = most < list.len();
        if holds_back {
            list.select_nth_unstable_by(most, order);
            list.truncate(most);
        }
        list.sort_unstable_by(order);
        if position.may_swap() {
            let first = list.first().map_or(1.0, |entry| entry.1);
            list.insert(0, (Move::Swap, first));
        }
        holds_back
    }

    /// Refines the priors, and adds moves that were held back: at the root all, as users see them, else four times as many
    /// as the node has.
    #[cold]
    pub(super) fn reevaluate<A: Access>(
        &mut self,
        access: &mut A,
        path: &mut Path,
        position: &Position,
    ) {
        // Set first, so that no other simulation does the same.
        access.tree.node_mut(current(path)).is_refined = true;
        access.while_unlocked(path, || {
            self.evaluator.evaluate(position, Detail::Refined, &mut self.list)
        });
        let (id, at_root, tree) = (current(path), path.len() == 1, &mut access.tree);
        let count = tree.children(id).len() as u32;
        let holds_back = self.cut(position, if at_root { u32::MAX } else { 4 * count });
        // Visited children stay in place, since other simulations may be in progress there.
        let kept = tree.children(id).iter().take_while(|child| child.visits > 0).count();
        for child in &mut tree.children_mut(id)[..kept] {
            if let Some(at) = self.list.iter().position(|(mv, _)| *mv == child.mv) {
                child.prior = self.list.remove(at).1;
            }
        }
        tree.expand(id, kept, &self.list, holds_back);
    }
}

/// Returns the value of a node without a selectable child: all its children are proven, or the tree is full.
fn dead_end(tree: &Tree, id: NodeId) -> Value {
    match proof_by_children(tree, id) {
        Proof::Open => Value::estimate(1.0 - tree.node(id).earlier_mean()),
        proof => Value::certain(proof),
    }
}

/// Derives a node's proof from those of its children.
fn proof_by_children(tree: &Tree, id: NodeId) -> Proof {
    let node = tree.node(id);
    let mut proof = if !node.holds_back && node.is_expanded() { Proof::Lost } else { Proof::Open };
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
        node.sum += 1.0 - expected;
        expected = 1.0 - expected;
    }
}
