//! Breadth at the root: moves that long searches visit although their priors are low.
//!
//! PUCT visits a move in proportion to its prior, so that a move with a prior of 0.2 % has two visits after 30,000
//! simulations, even if it is the best. The move with the n-th best value gets at least 1/n of [`SHARE`] of the root's
//! visits, until its value is too far from the best to be an error of few visits.

use twixt::rules::Proof;
use twixt::tree::Tree;

/// The share of the root's visits after the first [`FREE_VISITS`].
const SHARE: f32 = 0.1;
/// The root's visits up to which PUCT alone selects moves.
const FREE_VISITS: u32 = 500;
/// The root's children are ranked at every visit whose number is a multiple of this.
const INTERVAL: u32 = 4;
/// The assumed standard deviation of the value of one visit.
const DEVIATION: f32 = 0.7;

/// Returns the index of a child of the root that has too few visits; `None` if PUCT may select.
pub(crate) fn due_child(tree: &Tree) -> Option<usize> {
    let visits = tree.node(tree.root()).visits;
    if visits < FREE_VISITS || !visits.is_multiple_of(INTERVAL) {
        return None;
    }
    let children = tree.children(tree.root());
    let open = children.iter().enumerate().filter(|(_, child)| child.proof == Proof::Open);
    let mut ranked: Vec<(f32, usize)> =
        open.map(|(index, child)| (child.mean().unwrap_or(-1.0), index)).collect();
    // Equal children keep their order: unvisited ones come last by descending prior, so the first of them is visited
    // first, as the tree requires.
    ranked.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    let best = ranked.first()?.0;
    let share = SHARE * (visits - FREE_VISITS) as f32;
    let due = |&(rank, &(value, index)): &(usize, &(f32, usize))| {
        let visits = children[index].visits as f32;
        let may_be_best = value + DEVIATION / visits.sqrt() >= best;
        visits < share / (rank + 1) as f32 && (visits == 0.0 || may_be_best)
    };
    ranked.iter().enumerate().find(due).map(|(_, &(_, index))| index)
}
