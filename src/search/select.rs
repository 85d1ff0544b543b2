use super::Params;
use crate::rules::Proof;
#[cfg(not(bundled))]
use crate::tree::Node;
use crate::tree::{NodeId, Tree};

/// The child to look at next, by its index: of those about which nothing is proven the one with the
/// best bound. `None` if there is none.
///
/// PUCT as in Silver et al., "Mastering the game of Go without human knowledge" (2017): the mean
/// and on top of it `cpuct · prior · √visits of the parent / (1 + own visits)`.
#[inline]
pub(super) fn select(tree: &Tree, id: NodeId, params: &Params) -> Option<usize> {
    let node = tree.node(id);
    #[cfg(not(bundled))]
    if params.ucb > 0.0 {
        return select_ucb(tree, id, params.ucb);
    }
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
        #[cfg(not(bundled))]
        let value = with_amaf(value, child, params);
        let score = value + scale * child.prior / (1 + child.visits) as f32;
        if score > best_score {
            (best, best_score) = (Some(index), score);
        }
        // Children stand in the order of their priors, so no later unvisited one does better,
        // and all that are visited stand before the unvisited ones.
        if child.visits == 0 && params.amaf == 0.0 {
            break;
        }
    }
    best
}

/// The value of a child with what playouts tell of its move, wherever in them it was played: Gelly and
/// Silver, "Monte-Carlo tree search and rapid action value estimation" (2011).
#[cfg(not(bundled))]
#[inline]
fn with_amaf(value: f32, child: &Node, params: &Params) -> f32 {
    if child.amaf_visits == 0 {
        return value;
    }
    let weight = (params.amaf / (3.0 * child.visits as f32 + params.amaf)).sqrt();
    value + weight * (child.amaf_sum / child.amaf_visits as f32 - value)
}

/// Plain UCT: UCB1 of Auer, Cesa-Bianchi and Fischer (2002), every child once before any twice.
#[cfg(not(bundled))]
fn select_ucb(tree: &Tree, id: NodeId, constant: f32) -> Option<usize> {
    let log = (tree.node(id).visits as f32).ln();
    let mut best = None;
    let mut best_score = f32::NEG_INFINITY;
    for (index, child) in tree.children(id).iter().enumerate() {
        if child.proof != Proof::Open {
            continue;
        }
        let Some(mean) = child.mean() else { return Some(index) };
        let score = mean + constant * (log / child.visits as f32).sqrt();
        if score > best_score {
            (best, best_score) = (Some(index), score);
        }
    }
    best
}
