//! The search tree's storage: nodes in one pool of fixed capacity, and what each node remembers.
//!
//! The tree stores, the search decides: nothing here knows how a move is chosen.

use crate::rules::{Move, Proof};

/// A position of the tree, and the move that led to it.
#[derive(Clone, Copy, Debug)]
pub struct Node {
    /// The sum of the visits' values, 0–1 each, for the side that *made* the move.
    pub sum: f32,
    /// How often the search came through here.
    pub visits: u32,
    /// How likely the evaluator thought the move, among its siblings.
    pub prior: f32,
    /// Where the children begin; they stand one after another, what was visited first, then the
    /// likeliest first.
    first: u32,
    count: u16,
    /// Whether every move that is no child loses for certain.
    pub complete: bool,
    /// Whether the evaluator holds back moves until all children were visited.
    pub more: bool,
    /// The move that leads here.
    pub mv: Move,
    /// What is proven, for the side to move here.
    pub proof: Proof,
}

impl Node {
    fn new(mv: Move, prior: f32) -> Node {
        Node {
            sum: 0.0,
            visits: 0,
            prior,
            first: 0,
            count: 0,
            complete: false,
            more: false,
            mv,
            proof: Proof::Open,
        }
    }

    /// Whether the node has children.
    #[inline]
    #[must_use]
    pub fn is_expanded(&self) -> bool {
        self.count > 0
    }

    /// The mean value for the side that made the move, or `None` before the first visit.
    #[inline]
    #[must_use]
    pub fn mean(&self) -> Option<f32> {
        (self.visits > 0).then(|| self.sum / self.visits as f32)
    }

    /// The value for the side that made the move: the proven one, else the mean; 0 before the first visit.
    #[must_use]
    pub fn value(&self) -> f32 {
        self.proof.value().map_or(self.mean().unwrap_or(0.0), |value| 1.0 - value)
    }
}

/// Nodes between two looks at the clock: a fifth of a megabyte.
const TOUCHED_AT_ONCE: usize = 8192;

/// A node's place in the tree; by default the root's.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct NodeId(u32);

/// The tree. Its root is always there; its move means nothing.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    /// Where [`Tree::keep`] copies to; as large as `nodes`.
    spare: Vec<Node>,
}

impl Tree {
    /// A tree of at most `capacity` nodes. Takes the address space at once and the memory as it is
    /// used; see [`Tree::prefault`].
    #[must_use]
    pub fn new(capacity: usize) -> Tree {
        let capacity = capacity.max(1);
        let mut tree =
            Tree { nodes: Vec::with_capacity(capacity), spare: Vec::with_capacity(capacity) };
        tree.clear();
        tree
    }

    /// Uses the pool's pages once, so that the system has provided them before it counts, as many
    /// as it can until `stop`; a page takes a microsecond or more.
    pub fn prefault(&mut self, stop: &dyn Fn() -> bool) {
        for pool in [&mut self.nodes, &mut self.spare] {
            let used = pool.len();
            while pool.len() < pool.capacity() && !stop() {
                let more = pool.len() + TOUCHED_AT_ONCE;
                pool.resize(more.min(pool.capacity()), Node::new(Move::Swap, 0.0));
            }
            pool.truncate(used);
        }
    }

    /// Forgets all but an unvisited root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(Move::Swap, 1.0));
    }

    /// The root.
    #[must_use]
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The number of nodes in use.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Whether the children of any one node still fit in.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.nodes.len() + 24 * 24 < self.nodes.capacity()
    }

    /// Never: the root stays.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// A node.
    #[inline]
    #[must_use]
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.0 as usize]
    }

    /// A node, to change it.
    #[inline]
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.0 as usize]
    }

    /// The children of a node, in the order in which they were added.
    #[inline]
    #[must_use]
    pub fn children(&self, id: NodeId) -> &[Node] {
        let node = self.node(id);
        &self.nodes[node.first as usize..][..usize::from(node.count)]
    }

    /// The children of a node, to change them.
    #[inline]
    pub fn children_mut(&mut self, id: NodeId) -> &mut [Node] {
        let node = *self.node(id);
        &mut self.nodes[node.first as usize..][..usize::from(node.count)]
    }

    /// The child number `index` of a node.
    #[inline]
    #[must_use]
    pub fn child(&self, id: NodeId, index: usize) -> NodeId {
        NodeId(self.node(id).first + index as u32)
    }

    /// Gives a node these moves with their priors as children; old children stay, before the new
    /// ones. Answers false, and changes nothing, if the pool has no room for them.
    pub fn expand(&mut self, id: NodeId, moves: &[(Move, f32)]) -> bool {
        let Node { first, count, .. } = *self.node(id);
        let (start, old) = (self.nodes.len(), usize::from(count));
        if start + old + moves.len() > self.nodes.capacity() {
            return false;
        }
        let old = first as usize..first as usize + old;
        self.nodes.extend_from_within(old);
        self.nodes.extend(moves.iter().map(|&(mv, prior)| Node::new(mv, prior)));
        let end = self.nodes.len();
        let node = self.node_mut(id);
        node.first = start as u32;
        node.count = (end - start) as u16;
        true
    }

    /// Makes a node the root, keeps what hangs on it and forgets the rest.
    ///
    /// The living part is copied breadth first, block by block, into the spare pool (Cheney's
    /// copying collector), which then changes places with the other.
    pub fn keep(&mut self, id: NodeId) {
        self.spare.clear();
        self.spare.push(*self.node(id));
        let mut next = 0;
        while next < self.spare.len() {
            let Node { first, count, .. } = self.spare[next];
            if count > 0 {
                let block = first as usize..first as usize + usize::from(count);
                self.spare[next].first = self.spare.len() as u32;
                self.spare.extend_from_slice(&self.nodes[block]);
            }
            next += 1;
        }
        std::mem::swap(&mut self.nodes, &mut self.spare);
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
    fn a_node_takes_three_eighths_of_a_cache_line() {
        assert_eq!(std::mem::size_of::<Node>(), 24);
    }

    #[test]
    fn a_full_pool_refuses_and_stays_as_it_is() {
        let mut tree = Tree::new(6);
        assert!(tree.expand(tree.root(), &moves(0..4)));
        assert!(!tree.expand(tree.child(tree.root(), 0), &moves(0..2)));
        assert_eq!((tree.len(), tree.children(tree.root()).len()), (5, 4));
        assert!(tree.expand(tree.child(tree.root(), 0), &moves(0..1)));
    }

    #[test]
    fn later_children_follow_the_earlier_ones() {
        let mut tree = Tree::new(20);
        let root = tree.root();
        assert!(tree.expand(root, &moves(0..3)));
        tree.children_mut(root)[1].visits = 7;
        assert!(tree.expand(root, &moves(3..5)));
        let columns = tree.children(root).iter().map(|child| child.mv).collect::<Vec<_>>();
        assert_eq!(columns, moves(0..5).iter().map(|entry| entry.0).collect::<Vec<_>>());
        assert_eq!(tree.children(root)[1].visits, 7);
    }

    #[test]
    fn keeping_a_child_keeps_its_subtree_and_nothing_else() {
        let mut tree = Tree::new(40);
        let root = tree.root();
        assert!(tree.expand(root, &moves(0..3)));
        let (kept, lost) = (tree.child(root, 2), tree.child(root, 0));
        assert!(tree.expand(lost, &moves(0..5)));
        assert!(tree.expand(kept, &moves(5..9)));
        let grandchild = tree.child(kept, 3);
        tree.node_mut(grandchild).visits = 11;
        assert!(tree.expand(grandchild, &moves(1..2)));
        tree.keep(kept);
        assert_eq!(tree.len(), 1 + 4 + 1);
        let children = tree.children(tree.root());
        assert_eq!((children.len(), children[3].visits), (4, 11));
        let grandchild = tree.child(tree.root(), 3);
        assert_eq!(tree.children(grandchild)[0].mv, Move::Peg(Hole::new(1, 3)));
    }
}
