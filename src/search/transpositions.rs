//! Sharing between transpositions, so that no position is evaluated twice.
//!
//! If a simulation reaches a node that has a transposition with more visits, it ends there with the
//! transposition's mean value, without an evaluation; otherwise the node gets the transposition's children. Czech, Korus
//! and Kersting ("Monte-Carlo graph search for AlphaZero", 2020) merge transpositions into one node instead. That is not
//! possible here: [`Tree::keep`] copies a subtree in which each node has one parent.

use crate::evaluate::Value;
use crate::rules::{Position, Proof};
use crate::tree::{NodeId, Tree};
use fxhash::FxHasher64;
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// The most visited node of each position, by the position's hash.
pub(super) struct Transpositions(HashMap<u64, NodeId, BuildHasherDefault<FxHasher64>>);

impl Transpositions {
    /// Creates a table for a tree of `capacity` nodes. Reserves address space for all of them: most are unvisited.
    pub(super) fn new(capacity: usize) -> Transpositions {
        Transpositions(HashMap::with_capacity_and_hasher(capacity / 16, Default::default()))
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// Returns the position's value for its side to move, as an error, if a transposition of the node is proven or has
    /// more visits. Otherwise stores the node, and returns a transposition with fewer visits, or the node itself.
    pub(super) fn find(
        &mut self,
        tree: &Tree,
        id: NodeId,
        position: &Position,
    ) -> Result<NodeId, Value> {
        let known = self.0.entry(position.key()).or_insert(id);
        let other = *known;
        let node = tree.node(other);
        // The visit of this simulation is counted already.
        let is_better = node.proof != Proof::Open || node.visits >= tree.node(id).visits;
        if other != id && is_better {
            return Err(Value { expected: 1.0 - node.value(), proof: node.proof });
        }
        *known = id;
        Ok(other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Hole, Size};
    use crate::rules::Move;

    #[test]
    fn less_visited_node_takes_the_value_of_its_transposition() {
        let mut tree = Tree::new(10);
        let pegs = [Hole::new(4, 4), Hole::new(8, 8), Hole::new(6, 3)];
        let moves = pegs.map(|hole| (Move::Peg(hole), 0.5));
        assert!(tree.expand(tree.root(), 0, &moves, false));
        let [a, b] = [0, 1].map(|index| tree.child(tree.root(), index));
        let after = |order: [usize; 3]| {
            let mut position = Position::new(Size::ARENA);
            order.iter().for_each(|&i| position.play(moves[i].0).unwrap());
            position
        };
        let (position, same) = (after([0, 1, 2]), after([2, 1, 0]));
        let mut table = Transpositions::new(10);
        assert_eq!(table.find(&tree, a, &position), Ok(a));
        (tree.node_mut(a).visits, tree.node_mut(a).sum) = (3, 2.25);
        tree.node_mut(b).visits = 1;
        let other = after([1, 0, 2]);
        assert_eq!(table.find(&tree, b, &other), Ok(b), "pegs of the other side");
        let mean = Err(Value::estimate(0.25));
        assert_eq!(table.find(&tree, b, &same), mean, "1 - mean");
        assert_eq!(table.find(&tree, a, &position), Ok(a), "its own node");
        tree.node_mut(b).visits = 4;
        assert_eq!(table.find(&tree, b, &same), Ok(a), "more visits");
        (tree.node_mut(a).visits, tree.node_mut(b).visits) = (4, 3);
        assert_eq!(table.find(&tree, a, &position), Ok(b), "the other way");
        tree.node_mut(a).proof = Proof::Lost;
        let lost = Err(Value::certain(Proof::Lost));
        assert_eq!(table.find(&tree, b, &same), lost);
        table.clear();
        assert_eq!(table.find(&tree, b, &same), Ok(b));
    }
}
