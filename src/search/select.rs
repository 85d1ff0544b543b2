use super::Params;
use crate::rules::Proof;
use crate::tree::{NodeId, Tree};

/// The child to look at next, by its index: of those about which nothing is proven the one with the
/// best bound. `None` if there is none.
///
/// PUCT as in Silver et al., "Mastering the game of Go without human knowledge" (2017): the mean
/// and on top of it `cpuct · prior · √visits of the parent / (1 + own visits)`.
#[inline]
pub(super) fn select(tree: &Tree, id: NodeId, params: &Params) -> Option<usize> {
    let node = tree.node(id);
    let scale = params.cpuct * (node.visits as f32).sqrt();
    // The parent's mean is its mover's, the opponent's of the side to move here.
    let unvisited = 1.0 - node.mean().unwrap_or(0.5) - params.fpu;
    let mut best = None;
    let mut best_score = f32::NEG_INFINITY;
    for (index, child) in tree.children(id).iter().enumerate() {
        if child.proof != Proof::Open {
            continue;
        }
        let value = child.mean().unwrap_or(unvisited);
        let score = value + scale * child.prior / (1 + child.visits) as f32;
        if score > best_score {
            (best, best_score) = (Some(index), score);
        }
        // Children stand in the order of their priors, so no later unvisited one does better,
        // and all that are visited stand before the unvisited ones.
        if child.visits == 0 {
            break;
        }
    }
    best
}
