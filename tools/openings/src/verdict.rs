//! What the tree says of every first peg.

use crate::line::mirrored;
use crate::tree::{Edge, NodeId, Tree};
use fxhash::FxHashSet;
use twixt::geometry::{Hole, Symmetry};
use twixt::rules::Proof;

/// The most plies of a line that is told.
const TOLD: usize = 24;

/// What the tree says of a first peg.
#[derive(Clone, PartialEq, Debug)]
pub struct Verdict {
    /// The peg, of the upper left quarter.
    pub peg: Hole,
    /// Its worth to the side that sets it, nobody swapping, 0 to 1.
    pub value: f32,
    /// What is certain for that side.
    pub proof: Proof,
    /// How far the verdict is from changing, in plies ([`Tree::cost`]); infinite if it is proven.
    pub cost: f32,
    /// Best play after the peg, as far as the tree knows it.
    pub line: Vec<Hole>,
    /// Positions behind the peg that were looked at, those that others lead to, too.
    pub looks: usize,
}

impl Verdict {
    /// Whether it is so far from changing.
    #[must_use]
    pub fn stands(&self, plies: f32) -> bool {
        self.cost >= plies
    }
}

/// The verdicts on all first pegs that were looked at, in the order of [`Tree::roots`].
#[must_use]
pub fn verdicts(tree: &Tree) -> Vec<Verdict> {
    let verdict = |(number, root): (usize, &Edge)| {
        let (id, (value, proof)) = (root.child?, tree.worth(root));
        let (line, looks) = (best_line(tree, root.hole, id), behind(tree, id));
        Some(Verdict { peg: root.hole, value, proof, cost: tree.cost(number), line, looks })
    };
    tree.roots().iter().enumerate().filter_map(verdict).collect()
}

/// Best play from a root on, seen as the root's peg is, the peg itself left out.
fn best_line(tree: &Tree, peg: Hole, id: NodeId) -> Vec<Hole> {
    let mut line = vec![peg];
    let mut next = Some(id);
    while let Some(id) = next.filter(|_| line.len() <= TOLD) {
        let node = tree.node(id);
        let Some(edge) = node.edges.get(node.best) else { break };
        let view = view(tree, id, &line);
        line.push(view.hole(edge.hole, tree.size()));
        next = edge.child;
    }
    line.split_off(1)
}

/// The mirror that shows a position as this line leads to it: positions are kept in one of four
/// views, lines are told in that of their first peg.
#[must_use]
pub fn view(tree: &Tree, id: NodeId, line: &[Hole]) -> Symmetry {
    let size = tree.size();
    let here = crate::line::position(size, line);
    let kept = &tree.node(id).line;
    let shows =
        |mirror: &Symmetry| crate::line::position(size, &mirrored(kept, *mirror, size)) == here;
    Symmetry::MIRRORS.into_iter().find(shows).unwrap_or(Symmetry::MIRRORS[0])
}

/// The number of positions from this one on.
fn behind(tree: &Tree, id: NodeId) -> usize {
    let (mut open, mut seen) = (vec![id], FxHashSet::default());
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            open.extend(tree.node(id).edges.iter().filter_map(|edge| edge.child));
        }
    }
    seen.len()
}

/// The state of the tree in numbers.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Summary {
    /// Positions looked at.
    pub looks: usize,
    /// First pegs whose verdict is proven.
    pub proven: usize,
    /// Others whose verdict stands.
    pub standing: usize,
    /// First pegs.
    pub pegs: usize,
    /// The one whose verdict could soonest change, and its worth.
    pub nearest: Option<(Hole, f32)>,
}

impl Summary {
    /// Of a tree; a verdict stands that is so many plies from changing.
    #[must_use]
    pub fn of(tree: &Tree, stands: f32) -> Summary {
        let mut summary =
            Summary { looks: tree.len(), pegs: tree.roots().len(), ..Summary::default() };
        let mut least = f32::INFINITY;
        for (number, root) in
            tree.roots().iter().enumerate().filter(|(_, root)| root.child.is_some())
        {
            let ((value, proof), cost) = (tree.worth(root), tree.cost(number));
            summary.proven += usize::from(proof != Proof::Open);
            summary.standing += usize::from(proof == Proof::Open && cost >= stands);
            if cost < least {
                least = cost;
                summary.nearest = Some((root.hole, value));
            }
        }
        summary
    }
}
