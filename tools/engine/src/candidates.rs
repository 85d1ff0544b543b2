//! What a search found, for people: the moves at the root with their likeliest continuations.

use twixt::geometry::Side;
use twixt::rules::{Move, Ply, Position, Proof, SwapRule};
use twixt::search::{proof_rank, Search};

/// A line has at most so many moves.
const LONGEST: usize = 16;

/// A move at the root of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Visits of the move.
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

/// Returns the move that the search makes of a ply.
#[must_use]
pub const fn move_of(ply: &Ply) -> Move {
    match ply {
        Ply::Turn(turn) => Move::Peg(turn.peg),
        Ply::Swap => Move::Swap,
    }
}

/// Returns the side that the player to move has after a move: the other one after a swap of sides.
#[must_use]
pub fn side_after(position: &Position, mv: Option<Move>) -> Side {
    let exchanges = mv == Some(Move::Swap) && position.rules().swap == SwapRule::Sides;
    if exchanges {
        !position.to_move()
    } else {
        position.to_move()
    }
}

/// Returns the winner, if `proof` holds for the player of `side`.
#[must_use]
pub const fn winner(proof: Proof, side: Side) -> Option<Side> {
    match proof {
        Proof::Won => Some(side),
        Proof::Lost => Some(side.other()),
        Proof::Open | Proof::Drawn => None,
    }
}

/// Returns the moves at the root: proven wins first and proven losses last, among equals the one to play
/// and then the most visited first; none before the first search.
#[must_use]
pub fn candidates(search: &Search) -> Vec<Candidate> {
    let children = search.tree().children(search.tree().root());
    let candidate = |(index, node): (usize, &twixt::tree::Node)| Candidate {
        mv: node.mv,
        visits: node.visits,
        value: node.value(),
        prior: node.prior,
        proof: node.proof,
        line: line(search, index),
    };
    let mut all: Vec<Candidate> = children.iter().enumerate().map(candidate).collect();
    let best = search.choice().map(|index| children[index].mv);
    // Stable, so that moves without a visit keep the order of their priors.
    all.sort_by_key(|candidate| {
        let first = Some(candidate.mv) == best;
        std::cmp::Reverse((proof_rank(candidate.proof), first, candidate.visits))
    });
    all
}

/// Returns the likeliest continuation through a child of the root, by its index.
pub(crate) fn line(search: &Search, child: usize) -> Vec<Move> {
    let tree = search.tree();
    let mut line = Vec::new();
    let (mut id, mut next) = (tree.root(), Some(child));
    while let Some(index) = next.filter(|_| line.len() < LONGEST) {
        id = tree.child(id, index);
        line.push(tree.node(id).mv);
        next = search.best_child(id).filter(|_| tree.node(id).is_expanded());
    }
    line
}
