//! A tree that has room for longer thought: nodes get their likeliest children first, and more of
//! them once all of these were visited.
//!
//! Children stand in the order of their priors, and of those not visited the first goes before the
//! others. So the search goes the same ways as with all children at once, but for proofs that need
//! every one of them, which come a pass later, and what hangs on them. It lists the moves of the few
//! nodes that are gone through often more than once.

use super::Search;
use crate::rules::{Move, Position};
use crate::tree::NodeId;

impl Search {
    /// The same search with at most so many children a node at first.
    #[must_use]
    pub fn sparing(self, at_first: usize) -> Search {
        Search { at_first: at_first.max(1), ..self }
    }

    /// Cuts a list of moves that are to be a node's first children; whether something was left out.
    pub(super) fn cut(&mut self, most: usize) -> bool {
        let cut = self.list.moves.len() > most;
        if cut {
            self.list.moves.truncate(most);
            self.list.complete = false;
        }
        cut
    }

    /// Whether the node has children to come and those that it has don't do: all were visited, or it
    /// is the root, whose moves are shown.
    pub(super) fn wants_more(&self, id: NodeId) -> bool {
        let visited = || self.tree.children(id).last().is_some_and(|last| last.visits > 0);
        self.tree.node(id).cut && (id == self.tree.root() || visited()) && self.tree.has_room()
    }

    /// Lists all moves but a swap, as the evaluator sees them at the first look.
    pub(super) fn list_all(&mut self, position: &Position) {
        self.evaluator.moves(position, &mut self.list);
        self.list.moves.retain(|entry| entry.0 != Move::Swap);
    }

    /// Gives a node as many children again as it has, the next ones by their priors; the root all.
    #[cold]
    pub(super) fn lengthen(&mut self, id: NodeId, position: &Position) {
        let known: Vec<Move> = self.tree.children(id).iter().map(|child| child.mv).collect();
        self.list_all(position);
        let (visits, again) = (self.tree.node(id).visits as f32, self.params.again);
        if again > 0.0 && visits >= again && self.evaluator.look_again(position, &mut self.list) {
            self.list.moves.sort_by(|a, b| b.1.total_cmp(&a.1));
        }
        self.list.moves.retain(|entry| !known.contains(&entry.0));
        let most = if id == self.tree.root() { usize::MAX } else { known.len() };
        let cut = self.cut(most);
        if self.tree.expand(id, &self.list.moves) {
            let node = self.tree.node_mut(id);
            (node.cut, node.complete) = (cut, self.list.complete);
        }
    }
}
