//! Positions of the tree in order of increasing loss: the total value that their moves lose against the best moves.

use crate::tree::{NodeId, Tree};
use crate::verdict::reflection_to;
use fxhash::FxHashSet;
use records::range::ValueRange;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use twixt::geometry::Hole;
use twixt::rules::Proof;

/// A node with a line that leads to it.
#[derive(Clone, Debug)]
pub struct VisitedNode {
    /// Index of the node.
    pub id: NodeId,
    /// Moves, with the first peg in the upper left quarter.
    pub line: Vec<Hole>,
    /// Sum of the losses of the line's moves, in units of value, at least 0.
    pub loss: f32,
}

/// Sort key: bits of the loss (which have the same order as losses, since these are not negative), then length
/// and holes of the line, for a deterministic order.
type LossRank = (u32, usize, Vec<Hole>);

/// Priority queue of nodes by loss, each with a payload.
pub(crate) struct LossQueue<T>(BinaryHeap<Reverse<(LossRank, NodeId, T)>>);

impl<T: Ord> LossQueue<T> {
    pub(crate) const fn new() -> LossQueue<T> {
        LossQueue(BinaryHeap::new())
    }

    pub(crate) fn push(&mut self, VisitedNode { id, line, loss }: VisitedNode, payload: T) {
        self.0.push(Reverse(((loss.to_bits(), line.len(), line), id, payload)));
    }

    pub(crate) fn pop(&mut self) -> Option<(VisitedNode, T)> {
        let Reverse(((loss, _, line), id, payload)) = self.0.pop()?;
        Some((VisitedNode { id, line, loss: f32::from_bits(loss) }, payload))
    }
}

/// Iterates over all searched positions, each once, in order of increasing loss. First pegs have no loss.
pub fn best_first(tree: &Tree) -> impl Iterator<Item = VisitedNode> + '_ {
    let mut open = LossQueue::new();
    for root in tree.roots() {
        let Some(id) = root.child else { continue };
        open.push(VisitedNode { id, line: vec![root.hole], loss: 0.0 }, ());
    }
    let mut seen = FxHashSet::default();
    std::iter::from_fn(move || loop {
        let (here, ()) = open.pop()?;
        if !seen.insert(here.id) {
            continue;
        }
        let node = tree.node(here.id);
        let reflection = reflection_to(tree, here.id, &here.line);
        for edge in &node.edges {
            let Some(id) = edge.child.filter(|id| !seen.contains(id)) else { continue };
            let (value, _) = tree.edge_value(edge);
            let mut line = here.line.clone();
            line.push(reflection.hole(edge.hole, tree.size()));
            let loss = (here.loss + node.value - value).max(0.0);
            open.push(VisitedNode { id, line, loss }, ());
        }
        return Some(here);
    })
}

/// Returns up to `count` start positions for games, in order of increasing loss: unproven positions whose
/// number of pegs and value (for the side to move) are in these inclusive ranges.
#[must_use]
pub fn starts(
    tree: &Tree,
    count: usize,
    pegs: (usize, usize),
    values: ValueRange,
) -> Vec<Vec<Hole>> {
    let is_start = |here: &VisitedNode| {
        let node = tree.node(here.id);
        (pegs.0..=pegs.1).contains(&here.line.len())
            && node.proof == Proof::Open
            && values.contains(node.value)
    };
    best_first(tree).filter(is_start).take(count).map(|here| here.line).collect()
}
