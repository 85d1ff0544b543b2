//! The moves at the root of a search with their principal variations, for display.

use twixt::geometry::Side;
use twixt::rules::{Ply, Position, Proof, SwapRule};
use twixt::search::{proof_rank, Search};

/// The maximum length of a line, in moves.
const MAX_LINE: usize = 16;

/// A move at the root of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Candidate {
    /// The turn or swap.
    pub ply: Ply,
    /// Visits of the move.
    pub visits: u32,
    /// The expected result for the player that makes the move, from 0 (loss) to 1 (win); 0 if the move
    /// is neither visited nor proven.
    pub value: f32,
    /// The prior, from 0 to 1.
    pub prior: f32,
    /// The proof of the position after the move, for the side to move there.
    pub proof: Proof,
    /// The principal variation, starting with this move, of at most 16 plies.
    pub line: Vec<Ply>,
}

/// Returns the mover's side after its move: the other side after a swap of sides.
pub fn side_after(position: &Position, ply: Option<&Ply>) -> Side {
    let exchanges = ply == Some(&Ply::Swap) && position.rules().swap == SwapRule::Sides;
    if exchanges {
        !position.to_move()
    } else {
        position.to_move()
    }
}

/// Returns the winner according to a proof for `side`; `None` for a draw or an unproven result.
pub const fn winner(proof: Proof, side: Side) -> Option<Side> {
    match proof {
        Proof::Won => Some(side),
        Proof::Lost => Some(side.other()),
        Proof::Open | Proof::Drawn => None,
    }
}

/// Returns the moves at the root: proven wins first, then unproven moves, draws and losses. Within each of
/// these groups the chosen move comes first, and the others are ordered by visits. The list is empty before
/// the first search.
pub fn candidates(search: &Search) -> Vec<Candidate> {
    let children = search.tree().children(search.tree().root());
    let candidate = |(index, node): (usize, &twixt::tree::Node)| Candidate {
        ply: search.position().ply(node.mv),
        visits: node.visits,
        value: node.value(),
        prior: node.prior,
        proof: node.proof,
        line: line(search, index),
    };
    let mut all: Vec<Candidate> = children.iter().enumerate().map(candidate).collect();
    let best = search.chosen_child().map(|index| search.position().ply(children[index].mv));
    // The sort is stable, so unvisited moves remain ordered by prior.
    all.sort_by_key(|candidate| {
        let first = Some(&candidate.ply) == best.as_ref();
        std::cmp::Reverse((proof_rank(candidate.proof), first, candidate.visits))
    });
    all
}

/// Returns the principal variation through the root's child with this index.
pub(crate) fn line(search: &Search, child: usize) -> Vec<Ply> {
    let tree = search.tree();
    let (mut line, mut position) = (Vec::new(), search.position().clone());
    let (mut id, mut next) = (tree.root(), Some(child));
    while let Some(index) = next.filter(|_| line.len() < MAX_LINE) {
        id = tree.child(id, index);
        let mv = tree.node(id).mv;
        line.push(position.ply(mv));
        // The moves of the tree are legal.
        let _ = position.play(mv);
        next = search.best_child(id).filter(|_| tree.node(id).is_expanded());
    }
    line
}
