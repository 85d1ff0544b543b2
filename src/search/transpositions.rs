//! Sharing of values between transpositions.
//!
//! If a simulation reaches a node that has a transposition with more visits, it ends there with the
//! transposition's mean value, without an evaluation. Czech, Korus and Kersting ("Monte-Carlo graph search for
//! AlphaZero", 2020) merge transpositions into one node instead. That is not possible here: [`Tree::keep`]
//! copies a subtree in which each node has one parent.

use crate::evaluate::Value;
use crate::rules::{Position, Proof};
use crate::tree::{NodeId, Tree};

/// The number of slots: a few turns of the arena's bot. It does not depend on the size of the tree, so that a search at
/// fixed nodes has the same result whatever its memory is; searches of more positions share fewer values.
const SLOTS: usize = 1 << 16;

/// The hash of a position, and its node; 0 and the root in an empty slot.
type Slot = (u64, NodeId);

/// The most visited node of each position.
pub(super) struct Transpositions(Vec<Slot>);

impl Transpositions {
    pub(super) fn new() -> Transpositions {
        Transpositions(vec![Slot::default(); SLOTS])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Slot::default());
    }

    /// Returns the position's value for its side to move if a transposition of the node is proven or has more
    /// visits; otherwise stores the node.
    pub(super) fn value(&mut self, tree: &Tree, id: NodeId, position: &Position) -> Option<Value> {
        let hash = position.key();
        let slot = &mut self.0[(hash >> 32) as usize % SLOTS];
        if slot.0 == hash && slot.1 != id {
            let other = tree.node(slot.1);
            if other.proof != Proof::Open {
                return Some(Value::certain(other.proof));
            }
            // The visit of this simulation is counted already.
            if other.visits >= tree.node(id).visits {
                return other.mean().map(|mean| Value::estimate(1.0 - mean));
            }
        }
        *slot = (hash, id);
        None
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
        let mut table = Transpositions::new();
        assert_eq!(table.value(&tree, a, &position), None);
        (tree.node_mut(a).visits, tree.node_mut(a).sum) = (3, 2.25);
        tree.node_mut(b).visits = 1;
        assert_eq!(table.value(&tree, b, &after([1, 0, 2])), None, "pegs of the other side");
        assert_eq!(table.value(&tree, b, &same), Some(Value::estimate(0.25)), "1 - mean");
        assert_eq!(table.value(&tree, a, &position), None, "its own node");
        tree.node_mut(b).visits = 4;
        assert_eq!(table.value(&tree, b, &same), None, "equal visits");
        (tree.node_mut(a).visits, tree.node_mut(b).visits) = (4, 3);
        assert_eq!(table.value(&tree, a, &position), None, "equal visits, the other way");
        tree.node_mut(a).proof = Proof::Lost;
        assert_eq!(table.value(&tree, b, &same), Some(Value::certain(Proof::Lost)));
        table.clear();
        assert_eq!(table.value(&tree, b, &same), None);
    }
}
