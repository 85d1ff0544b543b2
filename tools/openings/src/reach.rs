//! Positions in the order in which good play comes to them.

use crate::tree::{NodeId, Tree};
use crate::verdict::view;
use fxhash::FxHashSet;
use std::cmp::Ordering;
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
    /// What the moves on the way gave away, the whole game being 1.
    pub given: f32,
}

impl Reached {
    fn rank(&self) -> (f32, usize, &[Hole]) {
        (self.given, self.line.len(), &self.line)
    }
}

impl PartialEq for Reached {
    fn eq(&self, other: &Reached) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Reached {}

impl PartialOrd for Reached {
    fn partial_cmp(&self, other: &Reached) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Reached {
    /// What comes first is the greatest, as a heap has it: where the least was given away, of equals
    /// the shorter line, then by the line's holes, so that all is the same on every run.
    fn cmp(&self, other: &Reached) -> Ordering {
        let ((a, b, c), (d, e, f)) = (self.rank(), other.rank());
        d.total_cmp(&a).then(e.cmp(&b)).then(f.cmp(c))
    }
}

/// All positions that were looked at, each once, the one first on whose way the least was given
/// away. Which first peg is set costs nothing.
pub fn reached(tree: &Tree) -> impl Iterator<Item = Reached> + '_ {
    let roots = tree.roots().iter().filter_map(|root| {
        let line = vec![root.peg];
        Some(Reached { id: root.node?, line, given: 0.0 })
    });
    let mut open: BinaryHeap<Reached> = roots.collect();
    let mut seen = FxHashSet::default();
    std::iter::from_fn(move || loop {
        let here = open.pop()?;
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
            open.push(Reached { id, line, given: here.given + node.value - worth });
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
