//! Positions that several orders of moves lead to.
//!
//! Each has a node for every such order. A pass that comes to the one of them that knows less takes the
//! mean of the one that knows most for its value and ends there, at hardly any cost, until both know
//! as much (Czech, Korus and Kersting, "Monte-Carlo graph search for AlphaZero", 2020, have one node
//! for all instead, which a tree that is copied from move to move has not).

use crate::evaluate::{position_hash, Value};
use crate::rules::{Position, Proof};
use crate::tree::{NodeId, Tree};

/// Room for as many positions as a turn looks at, and more.
const SLOTS: usize = 1 << 14;

/// A position's key and its node; at first the key 0, which hardly any position has, and the root.
type Slot = (u64, NodeId);

/// For positions, by key, the node that knows most of them.
pub(super) struct Transpositions(Vec<Slot>);

impl Transpositions {
    pub(super) fn new() -> Transpositions {
        Transpositions(vec![Slot::default(); SLOTS])
    }

    pub(super) fn clear(&mut self) {
        self.0.fill(Slot::default());
    }

    /// What another node that knows more than this one says of the position, for its side to move;
    /// `None` if there is no such node. From then on this one is known to know most.
    pub(super) fn value(&mut self, tree: &Tree, id: NodeId, position: &Position) -> Option<Value> {
        let key = position_hash(position);
        let slot = &mut self.0[(key >> 32) as usize % SLOTS];
        if slot.0 == key && slot.1 != id {
            let twin = tree.node(slot.1);
            if twin.proof != Proof::Open {
                return Some(Value::certain(twin.proof));
            }
            if twin.visits > tree.node(id).visits {
                return twin.mean().map(|mean| Value::estimate(1.0 - mean));
            }
        }
        *slot = (key, id);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::{Hole, Size};
    use crate::rules::Move;

    #[test]
    fn the_node_that_knows_less_is_told() {
        let mut tree = Tree::new(10);
        let pegs = [Hole::new(4, 4), Hole::new(8, 8), Hole::new(6, 3)];
        let moves = pegs.map(|hole| (Move::Peg(hole), 0.5));
        assert!(tree.expand(tree.root(), &moves));
        let [a, b] = [0, 1].map(|index| tree.child(tree.root(), index));
        let after = |order: [usize; 3]| {
            let mut position = Position::new(Size::ARENA);
            order.iter().for_each(|&i| position.play(moves[i].0).unwrap());
            position
        };
        let (position, same) = (after([0, 1, 2]), after([2, 1, 0]));
        let mut transpositions = Transpositions::new();
        assert_eq!(transpositions.value(&tree, a, &position), None);
        (tree.node_mut(a).visits, tree.node_mut(a).sum) = (3, 2.25);
        assert_eq!(transpositions.value(&tree, b, &after([1, 0, 2])), None, "other sides' pegs");
        assert_eq!(transpositions.value(&tree, b, &same), Some(Value::estimate(0.25)), "for who moves");
        assert_eq!(transpositions.value(&tree, a, &position), None, "its own");
        tree.node_mut(b).visits = 3;
        assert_eq!(transpositions.value(&tree, b, &same), None, "it knows as much");
        assert_eq!(transpositions.value(&tree, a, &position), None, "nor less than the other");
        tree.node_mut(a).proof = Proof::Lost;
        assert_eq!(transpositions.value(&tree, b, &same), Some(Value::certain(Proof::Lost)));
        transpositions.clear();
        assert_eq!(transpositions.value(&tree, b, &same), None);
    }
}
