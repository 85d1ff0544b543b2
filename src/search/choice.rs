//! What to play once the search has ended.

use super::Search;
use crate::rules::Proof;
use crate::tree::{Node, NodeId};

/// The fewest visits of a move that is played for its value, and the part of the most visited one's.
const SURE: u32 = 10;
const PART: u32 = 8;

impl Search {
    /// The root's child to play: the best one by [`Search::best_child`], or, while nothing is proven
    /// about that, the one of the often visited whose value has the best lower bound. The search turns
    /// to a move that has become better than the most visited one, and may not have caught up yet.
    ///
    /// A value's standard error grows with √(value · (1 − value) / visits), as that of a share of won
    /// games does; `lcb_z` is the number of standard errors subtracted.
    #[must_use]
    pub fn choice(&self) -> Option<usize> {
        let root = self.tree.root();
        let best = self.best_child(root)?;
        let children = self.tree.children(root);
        if children[best].proof != Proof::Open || self.params.lcb_z == 0.0 {
            return Some(best);
        }
        let least = SURE.max(children[best].visits / PART);
        let bound = |node: &Node| {
            let value = node.value();
            let spread = (value * (1.0 - value)).max(0.0);
            value - self.params.lcb_z * (spread / node.visits as f32).sqrt()
        };
        let sure = |node: &Node| node.proof == Proof::Open && node.visits >= least;
        // Of equals the first one, which has the greater prior.
        let able = children.iter().enumerate().rev().filter(|(_, node)| sure(node));
        let bounds = able.map(|(index, node)| (index, bound(node)));
        Some(bounds.max_by(|a, b| a.1.total_cmp(&b.1)).map_or(best, |(index, _)| index))
    }

    /// The child to play: one that wins for certain, else the most visited one that does not lose
    /// for certain, unless a certain draw is better; if all lose, the one that took longest to
    /// refute.
    #[must_use]
    pub fn best_child(&self, id: NodeId) -> Option<usize> {
        let children = self.tree.children(id);
        let drawn = children.iter().position(|node| node.proof == Proof::Drawn);
        // Of equals the first one, which has the greater prior.
        let ranked = children.iter().enumerate().rev();
        let best = ranked.max_by_key(|(_, node)| (proof_rank(node.proof), node.visits))?.0;
        match drawn {
            Some(drawn) if children[best].value() < 0.5 => Some(drawn),
            _ => Some(best),
        }
    }
}

/// Ranks a move by the proof for the side that moves after it: 3 wins, 2 is open, 1 draws, 0 loses.
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

    /// The index of the move played where the root's children have these visits and values.
    fn played(lcb_z: f32, known: &[(u32, f32, Proof)]) -> usize {
        let params = Params { lcb_z, ..Params::default() };
        let start = Position::new(Size::ARENA);
        let mut search = Search::new(start, by_distance(Size::ARENA), params, 1000);
        let root = search.tree.root();
        let peg = |i| Move::Peg(Hole::new(3 + i as u8, 5));
        let moves: Vec<_> = (0..known.len()).map(|i| (peg(i), 0.2)).collect();
        assert!(search.tree.expand(root, &moves));
        for (node, &(visits, value, proof)) in search.tree.children_mut(root).iter_mut().zip(known)
        {
            (node.visits, node.sum, node.proof) = (visits, value * visits as f32, proof);
        }
        search.choice().unwrap()
    }

    #[test]
    fn a_better_move_is_played_once_enough_is_known_of_it() {
        let open = |visits, value| (visits, value, Proof::Open);
        // Standard errors of 0.022, 0.05 and 0.16; half of them is taken off.
        assert_eq!(played(0.5, &[open(500, 0.5), open(100, 0.56)]), 1);
        assert_eq!(played(0.5, &[open(500, 0.5), open(100, 0.51)]), 0);
        assert_eq!(played(0.5, &[open(500, 0.5), open(62, 0.6)]), 1);
        assert_eq!(played(0.5, &[open(500, 0.5), open(61, 0.9)]), 0, "an eighth is needed");
        assert_eq!(played(0.5, &[open(20, 0.5), open(9, 0.9)]), 0, "and ten");
        assert_eq!(played(0.0, &[open(500, 0.5), open(100, 0.9)]), 0);
        assert_eq!(played(0.5, &[open(50, 0.5), open(50, 0.5)]), 0, "the first of equals");
        assert_eq!(played(0.5, &[open(5, 1.0), open(500, 1.0)]), 1);
    }

    #[test]
    fn what_is_proven_stands_above_values() {
        let open = |visits, value| (visits, value, Proof::Open);
        assert_eq!(played(0.5, &[open(500, 0.9), (3, 0.1, Proof::Lost)]), 1, "it wins");
        assert_eq!(played(0.5, &[open(50, 0.1), (500, 0.9, Proof::Won)]), 0, "it loses");
        assert_eq!(played(0.5, &[open(500, 0.4), (90, 0.5, Proof::Drawn)]), 1);
        assert_eq!(played(0.5, &[open(500, 0.6), (90, 0.5, Proof::Drawn)]), 0);
    }
}
