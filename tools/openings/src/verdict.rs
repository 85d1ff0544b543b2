//! What the tree says of every first peg.

use crate::line::mirrored;
use crate::tree::{NodeId, Tree};
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
    let roots = tree.roots().iter().enumerate();
    roots
        .filter_map(|(number, root)| {
            let (value, proof) = tree.verdict(number)?;
            let id = root.node?;
            let line = best_line(tree, root.peg, id);
            let looks = behind(tree, id);
            Some(Verdict { peg: root.peg, value, proof, cost: tree.cost(number), line, looks })
        })
        .collect()
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

/// Positions from this one on.
fn behind(tree: &Tree, id: NodeId) -> usize {
    let mut seen = vec![false; tree.len()];
    let (mut open, mut count) = (vec![id], 0);
    while let Some(id) = open.pop() {
        if !std::mem::replace(&mut seen[id as usize], true) {
            count += 1;
            open.extend(tree.node(id).edges.iter().filter_map(|edge| edge.child));
        }
    }
    count
}

/// How the tree stands, in numbers.
#[derive(Clone, PartialEq, Debug)]
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
        let pegs = tree.roots().len();
        let costs: Vec<f32> = (0..pegs).map(|root| tree.cost(root)).collect();
        let known = |root: &usize| tree.verdict(*root);
        let proven = (0..pegs)
            .filter(|root| matches!(known(root), Some((_, proof)) if proof != Proof::Open));
        let proven = proven.count();
        let standing = (0..pegs).filter(|root| known(root).is_some() && costs[*root] >= stands);
        let standing = standing.count() - proven;
        let nearest = (0..pegs).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
        let nearest =
            nearest.and_then(|root| Some((tree.roots()[root].peg, tree.verdict(root)?.0)));
        Summary { looks: tree.len(), proven, standing, pegs, nearest }
    }
}
