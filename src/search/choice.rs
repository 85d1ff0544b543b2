//! The choice of a move after the search.

use super::Search;
use crate::rules::Proof;
use crate::tree::{Node, NodeId};

/// A move can be chosen by its lower confidence bound only if it has at least `MIN_VISITS` visits, and at least
/// 1/`VISIT_RATIO` of the visits of the most visited move.
const MIN_VISITS: u32 = 10;
const VISIT_RATIO: u32 = 8;

impl Search {
    /// Returns the index of the root's child to play: the one with the highest lower confidence bound among those
    /// with enough visits, or [`Search::best_child`] if that is proven, no child has enough visits, or `lcb_z` is 0.
    ///
    /// The bound is the value minus [`lcb_z`](crate::search::Params::lcb_z) standard errors, √(value · (1 − value)
    /// / visits).
    #[must_use]
    pub fn chosen_child(&self) -> Option<usize> {
        let root = self.tree().root();
        let best = self.best_child(root)?;
        let children = self.tree().children(root);
        if children[best].proof != Proof::Open || self.simulator.params.lcb_z == 0.0 {
            return Some(best);
        }
        let least = MIN_VISITS.max(children[best].visits / VISIT_RATIO);
        let bound = |node: &Node| {
            let value = node.value();
            let variance = (value * (1.0 - value)).max(0.0);
            value - self.simulator.params.lcb_z * (variance / node.visits as f32).sqrt()
        };
        let eligible = |node: &Node| node.proof == Proof::Open && node.visits >= least;
        // Reversed, so that ties go to the first child, which has the highest prior.
        let eligible = children.iter().enumerate().rev().filter(|(_, node)| eligible(node));
        let bounds = eligible.map(|(index, node)| (index, bound(node)));
        Some(bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(best, |(index, _)| index))
    }

    /// Returns the index of the best child: a proven win, else the most visited unproven child, else a proven draw,
    /// else the most visited loss; `None` if there are no children. A proven draw is also better than an unproven
    /// child whose value is below ½.
    #[must_use]
    pub fn best_child(&self, id: NodeId) -> Option<usize> {
        let children = self.tree().children(id);
        let drawn = children.iter().position(|node| node.proof == Proof::Drawn);
        // Reversed, so that ties go to the first child.
        let ranked = children.iter().enumerate().rev();
        let best = ranked.max_by_key(|(_, node)| (proof_rank(node.proof), node.visits))?.0;
        match drawn {
            Some(drawn) if children[best].value() < 0.5 => Some(drawn),
            _ => Some(best),
        }
    }
}

/// Ranks a move by the proof of the position after it: 3 for a win, 2 if unproven, 1 for a draw, 0 for a loss.
#[must_use]
pub fn proof_rank(proof: Proof) -> u8 {
    match proof {
        Proof::Lost => 3,
        Proof::Open => 2,
        Proof::Drawn => 1,
        Proof::Won => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::evaluate::by_distance;
    use crate::geometry::{Hole, Size};
    use crate::rules::{Move, Position};
    use crate::search::Params;

    /// Returns the index of the move chosen among moves with these visits, values and proofs.
    fn played(lcb_z: f32, known: &[(u32, f32, Proof)]) -> usize {
        let params = Params { lcb_z, ..Params::default() };
        let start = Position::new(Size::ARENA);
        let mut search = Search::new(start, by_distance(Size::ARENA), params, 1000);
        let root = search.tree().root();
        let peg = |i| Move::Peg(Hole::new(3 + i as u8, 5));
        let moves: Vec<_> = (0..known.len()).map(|i| (peg(i), 0.2)).collect();
        assert!(search.shared.tree.expand(root, 0, &moves, false));
        for (node, &(visits, value, proof)) in
            search.shared.tree.children_mut(root).iter_mut().zip(known)
        {
            (node.visits, node.sum, node.proof) = (visits, value * visits as f32, proof);
        }
        search.chosen_child().unwrap()
    }

    #[test]
    fn highest_lower_bound_is_played_given_enough_visits() {
        let open = |visits, value| (visits, value, Proof::Open);
        // The standard errors are 0.022 with 500 visits and 0.05 with 100.
        assert_eq!(played(0.5, &[open(500, 0.5), open(100, 0.56)]), 1);
        assert_eq!(played(0.5, &[open(500, 0.5), open(100, 0.51)]), 0);
        assert_eq!(played(0.5, &[open(500, 0.5), open(62, 0.6)]), 1);
        assert_eq!(played(0.5, &[open(500, 0.5), open(61, 0.9)]), 0, "below an eighth");
        assert_eq!(played(0.5, &[open(20, 0.5), open(9, 0.9)]), 0, "below ten visits");
        assert_eq!(played(0.0, &[open(500, 0.5), open(100, 0.9)]), 0);
        assert_eq!(played(0.5, &[open(50, 0.5), open(50, 0.5)]), 0, "tie");
        assert_eq!(played(0.5, &[open(5, 1.0), open(500, 1.0)]), 1);
    }

    #[test]
    fn proofs_take_precedence_over_values() {
        let open = |visits, value| (visits, value, Proof::Open);
        assert_eq!(played(0.5, &[open(500, 0.9), (3, 0.1, Proof::Lost)]), 1, "proven win");
        assert_eq!(played(0.5, &[open(50, 0.1), (500, 0.9, Proof::Won)]), 0, "proven loss");
        assert_eq!(played(0.5, &[open(500, 0.4), (90, 0.5, Proof::Drawn)]), 1);
        assert_eq!(played(0.5, &[open(500, 0.6), (90, 0.5, Proof::Drawn)]), 0);
    }
}
