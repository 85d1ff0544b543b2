use super::Params;
use crate::rules::Proof;
use crate::tree::{NodeId, Tree};

/// Returns the index of the unproven child of the simulation's current node with the maximum PUCT score; `None` if all are proven.
///
/// PUCT as in Silver et al., "Mastering the game of Go without human knowledge" (2017):
/// value + `cpuct` · prior · √(parent's visits) / (1 + visits). The visit of this simulation does not count.
#[inline]
pub(super) fn select(tree: &Tree, id: NodeId, params: &Params) -> Option<usize> {
    let node = tree.node(id);
    let scale = params.cpuct * ((node.visits - 1) as f32).sqrt();
    // The parent's mean is the value for the opponent of the side to move.
    let unvisited = 1.0 - node.earlier_mean();
    let mut best = None;
    let mut best_score = f32::NEG_INFINITY;
    for (index, child) in tree.children(id).iter().enumerate() {
        if child.proof != Proof::Open {
            continue;
        }
        let visits = child.visits;
        let value = if visits > 0 { child.sum / visits as f32 } else { unvisited };
        let score = value + scale * child.prior / (1 + visits) as f32;
        if score > best_score {
            (best, best_score) = (Some(index), score);
        }
        // Unvisited children come last, by descending prior, so no later child scores higher.
        if visits == 0 {
            break;
        }
    }
    best
}
