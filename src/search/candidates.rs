use super::choice::{rank, worth};
use super::Search;
use crate::rules::{Move, Proof};

/// What a search thinks of one move at the root.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// How often the search went there.
    pub visits: u32,
    /// Its expected result for the side that plays it: 1 a win, 0 a loss; 0 before the first visit.
    pub value: f32,
    /// How likely the evaluator thought it, from 0 to 1.
    pub prior: f32,
    /// What is certain about the position after it, for the side that then moves.
    pub proof: Proof,
    /// The likeliest continuation, the move itself first, of at most 16 moves.
    pub line: Vec<Move>,
}

impl Search {
    /// What the search so far thinks of the moves at the root: those that win for certain first and
    /// those that lose last, among equals the one to play and then the most visited first; none before
    /// the first search.
    #[must_use]
    pub fn candidates(&self) -> Vec<Candidate> {
        let root = self.tree.root();
        let mut all: Vec<Candidate> = (0..self.tree.children(root).len())
            .map(|index| {
                let node = &self.tree.children(root)[index];
                Candidate {
                    mv: node.mv,
                    visits: node.visits,
                    value: worth(node),
                    prior: node.prior,
                    proof: node.proof,
                    line: self.line_through(index),
                }
            })
            .collect();
        let best = self.choice().map(|index| self.tree.children(root)[index].mv);
        // Stable, so that moves without a visit keep the order of their priors.
        all.sort_by_key(|candidate| {
            let first = Some(candidate.mv) == best;
            std::cmp::Reverse((rank(candidate.proof), first, candidate.visits))
        });
        all
    }
}
