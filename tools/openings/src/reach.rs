//! Positions in the order in which good play comes to them.

use crate::tree::{NodeId, Tree};
use crate::verdict::view;
use fxhash::FxHashSet;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use twixt::geometry::Hole;
use twixt::rules::Proof;

/// A position of the tree on a way from its first peg.
#[derive(Clone, Debug)]
pub struct Reached {
    /// Its place.
    pub id: NodeId,
    /// The moves, the first peg in the upper left quarter.
    pub line: Vec<Hole>,
    /// The loss of the moves on the way, the whole game being 1; not negative.
    pub given: f32,
}

/// The order of positions: the bits of the loss, which are in the order of numbers that are not negative; then the
/// length of the line and its holes, so that every run has the same order.
type Rank = (u32, usize, Vec<Hole>);

/// Positions of which the first one in order is taken first, each with a note.
pub(crate) struct Queue<T>(BinaryHeap<Reverse<(Rank, NodeId, T)>>);

impl<T: Ord> Queue<T> {
    /// An empty queue.
    pub(crate) const fn new() -> Queue<T> {
        Queue(BinaryHeap::new())
    }

    /// Adds a position.
    pub(crate) fn push(&mut self, Reached { id, line, given }: Reached, note: T) {
        self.0.push(Reverse(((given.to_bits(), line.len(), line), id, note)));
    }

    /// Takes the first position.
    pub(crate) fn pop(&mut self) -> Option<(Reached, T)> {
        let Reverse(((given, _, line), id, note)) = self.0.pop()?;
        Some((Reached { id, line, given: f32::from_bits(given) }, note))
    }
}

/// All positions that were looked at, each once, the one first on whose way the least was given
/// away. Which first peg is set costs nothing.
pub fn reached(tree: &Tree) -> impl Iterator<Item = Reached> + '_ {
    let mut open = Queue::new();
    for root in tree.roots() {
        let Some(id) = root.child else { continue };
        open.push(Reached { id, line: vec![root.hole], given: 0.0 }, ());
    }
    let mut seen = FxHashSet::default();
    std::iter::from_fn(move || loop {
        let (here, ()) = open.pop()?;
        if !seen.insert(here.id) {
            continue;
        }
        let node = tree.node(here.id);
        let view = view(tree, here.id, &here.line);
        for edge in &node.edges {
            let Some(id) = edge.child.filter(|id| !seen.contains(id)) else { continue };
            let (worth, _) = tree.worth(edge);
            let mut line = here.line.clone();
            line.push(view.hole(edge.hole, tree.size()));
            let given = (here.given + node.value - worth).max(0.0);
            open.push(Reached { id, line, given }, ());
        }
        return Some(here);
    })
}

/// Positions for games to start from: those that good play comes to soonest, open by what the tree
/// says, of so many pegs, each as the line that leads there.
#[must_use]
pub fn starts(tree: &Tree, count: usize, pegs: (usize, usize), open: (f32, f32)) -> Vec<Vec<Hole>> {
    let wanted = |here: &Reached| {
        let node = tree.node(here.id);
        (pegs.0..=pegs.1).contains(&here.line.len())
            && node.proof == Proof::Open
            && (open.0..=open.1).contains(&node.value)
    };
    reached(tree).filter(wanted).take(count).map(|here| here.line).collect()
}
