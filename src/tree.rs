//! The storage of the search tree: nodes in a pool of fixed capacity.

use crate::rules::{Move, Proof};

/// A node of the tree: a position with the move that led to it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The sum of the values of all visits, each from 0 to 1, for the side that *made* the move.
    pub sum: f32,
    /// The number of simulations through the node, including those in progress.
    pub visits: u32,
    /// The probability that the evaluator assigns to the move, relative to its siblings.
    pub prior: f32,
    /// The index of the first child. Children are contiguous: the visited ones, then the others by descending prior.
    first_child: u32,
    child_count: u16,
    /// Whether there are moves without a child that are not proven losses.
    pub holds_back: bool,
    /// Whether the priors of the children are refined.
    pub is_refined: bool,
    /// The move that leads to the node.
    pub mv: Move,
    /// The proven result for the side to move at the node.
    pub proof: Proof,
}

impl Node {
    fn new(mv: Move, prior: f32) -> Node {
        Node {
            sum: 0.0,
            visits: 0,
            prior,
            first_child: 0,
            child_count: 0,
            holds_back: false,
            is_refined: false,
            mv,
            proof: Proof::Open,
        }
    }

    /// Returns whether the node has children.
    #[inline]
    #[must_use]
    pub fn is_expanded(&self) -> bool {
        self.child_count > 0
    }

    /// Returns the mean value for the side that made the move; `None` if the node is unvisited.
    #[inline]
    #[must_use]
    pub fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / self.visits as f32)
    }

    /// Returns the mean value for the side that made the move, without the last visit, whose value is not added yet; ½
    /// without earlier visits.
    #[inline]
    pub(crate) fn earlier_mean(&self) -> f32 {
        if self.visits > 1 {
            self.sum / (self.visits - 1) as f32
        } else {
            0.5
        }
    }

    /// Returns the proven or mean value for the side that made the move; 0 if the node is neither proven nor visited.
    #[must_use]
    pub fn value(&self) -> f32 {
        self.proof.value().map_or(self.mean().unwrap_or(0.0), |value| 1.0 - value)
    }
}

/// Nodes prefaulted between two calls of the stop condition: 192 KiB.
const PREFAULT_NODES: usize = 8192;

/// The index of a node in the tree.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct NodeId(u32);

/// A search tree. It always has a root, whose move is meaningless.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// The spare pool: the target of the copy in [`Tree::keep`], with the same capacity as `nodes`.
    spare: Vec<Node>,
    root: NodeId,
}

impl Tree {
    /// Creates a tree of at most `capacity` nodes. Reserves address space; memory is committed on use or by
    /// [`Tree::prefault`].
    #[must_use]
    pub fn new(capacity: usize) -> Tree {
        let capacity = capacity.max(1);
        let [nodes, spare] = [(); 2].map(|()| Vec::with_capacity(capacity));
        let mut tree = Tree { nodes, spare, root: NodeId::default() };
        tree.clear();
        tree
    }

    /// Writes to the unused pages of the nodes and of the spare pool until `stop` returns true, so that the search has
    /// no page faults, which take a microsecond or more.
    pub fn prefault(&mut self, stop: &dyn Fn() -> bool) {
        for pool in [&mut self.nodes, &mut self.spare] {
            let used = pool.len();
            while pool.len() < pool.capacity() && !stop() {
                let more = pool.len() + PREFAULT_NODES;
                pool.resize(more.min(pool.capacity()), Node::new(Move::Swap, 0.0));
            }
            pool.truncate(used);
        }
    }

    /// Removes all nodes except the root, which becomes unvisited. Returns true, as [`Tree::keep`] does if nodes moved.
    pub fn clear(&mut self) -> bool {
        self.nodes.clear();
        self.nodes.push(Node::new(Move::Swap, 1.0));
        self.root = NodeId::default();
        true
    }

    /// Returns the root.
    #[must_use]
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Returns the number of nodes in the pool; some may be outside the root's subtree.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns false, since the root always exists.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Returns a node.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// Returns a mutable reference to a node.
    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// Returns the children of a node, in the order of the indices of [`Tree::child`].
    #[inline]
    #[must_use]
    pub fn children(&self, id: NodeId) -> &[Node] {
        let node = self.node(id);
        &self.nodes[node.first_child as usize..][..usize::from(node.child_count)]
    }

    /// Returns the children of a node as a mutable slice.
    #[inline]
    pub fn children_mut(&mut self, id: NodeId) -> &mut [Node] {
        let node = *self.node(id);
        &mut self.nodes[node.first_child as usize..][..usize::from(node.child_count)]
    }

    /// Returns whether all children of a node are visited, and the pool has room for more.
    pub(crate) fn is_widened(&self, id: NodeId) -> bool {
        self.has_room() && self.children(id).last().is_some_and(|last| last.visits > 0)
    }

    /// Returns whether the pool has room for the children of any node, on any board.
    pub(crate) fn has_room(&self) -> bool {
        self.nodes.len() + 24 * 24 < self.nodes.capacity()
    }

    /// Returns the id of the child with this index.
    #[inline]
    #[must_use]
    pub fn child(&self, id: NodeId, index: usize) -> NodeId {
        NodeId(self.node(id).first_child + index as u32)
    }

    /// Returns the id of the child with this move, if there is one.
    pub(crate) fn child_by(&self, id: NodeId, mv: Move) -> Option<NodeId> {
        let index = self.children(id).iter().position(|child| child.mv == mv)?;
        Some(self.child(id, index))
    }

    /// Replaces the children of a node, except the first `kept`, by moves with priors; `holds_back` states whether there
    /// are more. Returns false, and changes nothing, if the pool has no room.
    pub fn expand(
        &mut self,
        id: NodeId,
        kept: usize,
        moves: &[(Move, f32)],
        holds_back: bool,
    ) -> bool {
        let (first, start) = (self.node(id).first_child as usize, self.nodes.len());
        if start + kept + moves.len() > self.nodes.capacity() {
            return false;
        }
        self.nodes.extend_from_within(first..first + kept);
        self.nodes.extend(moves.iter().map(|&(mv, prior)| Node::new(mv, prior)));
        let node = self.node_mut(id);
        node.first_child = start as u32;
        node.child_count = (kept + moves.len()) as u16;
        node.holds_back = holds_back;
        true
    }

    /// Makes a node the root. If more than half of the pool is used, removes all nodes outside its subtree, by a
    /// breadth-first copy into the spare pool (Cheney's copying collector), and returns true: nodes have moved.
    pub fn keep(&mut self, id: NodeId) -> bool {
        self.root = id;
        if self.nodes.len() <= self.nodes.capacity() / 2 {
            return false;
        }
        self.spare.clear();
        self.spare.push(*self.node(id));
        let mut next = 0;
        while next < self.spare.len() {
            let Node { first_child, child_count, .. } = self.spare[next];
            if child_count > 0 {
                let first = first_child as usize;
                let block = first..first + usize::from(child_count);
                self.spare[next].first_child = self.spare.len() as u32;
                self.spare.extend_from_slice(&self.nodes[block]);
            }
            next += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
        self.root = NodeId::default();
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Hole;

    fn moves(columns: std::ops::Range<u8>) -> Vec<(Move, f32)> {
        columns.map(|column| (Move::Peg(Hole::new(column, 3)), 0.5)).collect()
    }

    #[test]
    fn node_size_is_24_bytes() {
        assert_eq!(std::mem::size_of::<Node>(), 24);
    }

    #[test]
    fn expansion_without_room_fails_and_changes_nothing() {
        let mut tree = Tree::new(6);
        assert!(tree.expand(tree.root(), 0, &moves(0..4), false));
        assert!(!tree.expand(tree.child(tree.root(), 0), 0, &moves(0..2), false));
        assert_eq!((tree.len(), tree.children(tree.root()).len()), (5, 4));
        assert!(tree.expand(tree.child(tree.root(), 0), 0, &moves(0..1), false));
    }

    #[test]
    fn expansion_appends_children() {
        let mut tree = Tree::new(20);
        let root = tree.root();
        assert!(tree.expand(root, 0, &moves(0..3), false));
        tree.children_mut(root)[1].visits = 7;
        assert!(tree.expand(root, 3, &moves(3..5), false));
        let columns = tree.children(root).iter().map(|child| child.mv).collect::<Vec<_>>();
        assert_eq!(columns, moves(0..5).iter().map(|entry| entry.0).collect::<Vec<_>>());
        assert_eq!(tree.children(root)[1].visits, 7);
    }

    #[test]
    fn keep_retains_exactly_the_subtree_once_half_of_the_pool_is_used() {
        let mut tree = Tree::new(26);
        let root = tree.root();
        assert!(tree.expand(root, 0, &moves(0..3), false));
        let (kept, lost) = (tree.child(root, 2), tree.child(root, 0));
        assert!(tree.expand(lost, 0, &moves(0..5), false));
        assert!(tree.expand(kept, 0, &moves(5..9), false));
        let grandchild = tree.child(kept, 3);
        tree.node_mut(grandchild).visits = 11;
        assert!(tree.expand(grandchild, 0, &moves(1..2), false));
        assert!(tree.keep(kept));
        assert_eq!(tree.len(), 1 + 4 + 1);
        let children = tree.children(tree.root());
        assert_eq!((children.len(), children[3].visits), (4, 11));
        let grandchild = tree.child(tree.root(), 3);
        assert_eq!(tree.children(grandchild)[0].mv, Move::Peg(Hole::new(1, 3)));
        assert!(!tree.keep(grandchild), "the pool has room");
        assert_eq!((tree.len(), tree.children(tree.root()).len()), (6, 1));
    }
}
