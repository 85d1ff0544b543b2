//! The verdicts of the tree: value, proof and best line of every first peg.

use crate::line::reflected;
use crate::tree::{Edge, NodeId, Tree};
use fxhash::FxHashSet;
use twixt::geometry::{Hole, Symmetry};
use twixt::rules::Proof;

/// Maximum length of a best line, in plies.
const MAX_LINE: usize = 24;

/// The verdict on a first peg.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// First peg, in the upper left quarter.
    pub peg: Hole,
    /// Value for the side of the peg without a swap, 0 to 1.
    pub value: f32,
    /// Proven result for the side of the peg.
    pub proof: Proof,
    /// Stability, in plies ([`Tree::cost`]); infinite if proven.
    pub cost: f32,
    /// Best line after the peg, up to the frontier.
    pub line: Vec<Hole>,
    /// Number of searched positions after the peg, including those that other first pegs reach too.
    pub searches: usize,
}

/// Returns the verdicts on all searched first pegs, in the order of [`Tree::roots`].
pub fn verdicts(tree: &Tree) -> Vec<Verdict> {
    let verdict = |(number, root): (usize, &Edge)| {
        let (id, (value, proof)) = (root.child?, tree.edge_value(root));
        let (line, searches) = (best_line(tree, root.hole, id), descendants(tree, id));
        Some(Verdict { peg: root.hole, value, proof, cost: tree.cost(number), line, searches })
    };
    tree.roots().iter().enumerate().filter_map(verdict).collect()
}

/// Returns the best line after a first peg, without the peg itself. The tree may hold a reflection of the peg; the line's
/// holes are reflected back.
fn best_line(tree: &Tree, peg: Hole, id: NodeId) -> Vec<Hole> {
    let mut line = vec![peg];
    let mut next = Some(id);
    while let Some(id) = next.filter(|_| line.len() <= MAX_LINE) {
        let node = tree.node(id);
        let Some(edge) = node.edges.get(node.best) else { break };
        let reflection = reflection_to(tree, id, &line);
        line.push(reflection.hole(edge.hole, tree.size));
        next = edge.child;
    }
    line.split_off(1)
}

/// Returns the reflection that maps a node's canonical position to the position after this line.
pub fn reflection_to(tree: &Tree, id: NodeId, line: &[Hole]) -> Symmetry {
    let size = tree.size;
    let target = crate::line::position(size, line);
    let stored = &tree.node(id).line;
    let leads_there = |reflection: &Symmetry| {
        crate::line::position(size, &reflected(stored, *reflection, size)) == target
    };
    Symmetry::MIRRORS.into_iter().find(leads_there).unwrap_or(Symmetry::MIRRORS[0])
}

fn descendants(tree: &Tree, id: NodeId) -> usize {
    let (mut open, mut seen) = (vec![id], FxHashSet::default());
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            open.extend(tree.node(id).edges.iter().filter_map(|edge| edge.child));
        }
    }
    seen.len()
}

/// Numbers of searches and verdicts.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct TreeSummary {
    /// Number of searched positions.
    pub searches: usize,
    /// First pegs with a proven verdict.
    pub proven: usize,
    /// First pegs with a stable, unproven verdict.
    pub stable: usize,
    /// Number of first pegs.
    pub pegs: usize,
    /// First peg with the least stable verdict, and its value.
    pub least_stable: Option<(Hole, f32)>,
}

impl TreeSummary {
    /// Summarises a tree; verdicts are stable from `stable` plies on.
    pub fn of(tree: &Tree, stable: f32) -> TreeSummary {
        let mut summary =
            TreeSummary { searches: tree.len(), pegs: tree.roots().len(), ..Default::default() };
        let mut least = f32::INFINITY;
        for (number, root) in
            tree.roots().iter().enumerate().filter(|(_, root)| root.child.is_some())
        {
            let ((value, proof), cost) = (tree.edge_value(root), tree.cost(number));
            summary.proven += usize::from(proof != Proof::Open);
            summary.stable += usize::from(proof == Proof::Open && cost >= stable);
            if cost < least {
                least = cost;
                summary.least_stable = Some((root.hole, value));
            }
        }
        summary
    }
}
