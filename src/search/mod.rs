//! Monte Carlo tree search with PUCT selection.
//!
//! A simulation descends from the root to an unvisited node by `select`, evaluates and expands it, and backpropagates
//! the value. Proven results (a win with the next peg, a losing race, a draw)
//! are backpropagated as proofs, and proven nodes are not selected again (MCTS-Solver: Winands, Björnsson and
//! Saito, 2008). With a node budget and one thread the search is deterministic on
//! every machine.

mod choice;
mod limits;
mod params;
mod select;
mod simulation;
mod transpositions;

pub use choice::proof_rank;
pub use limits::Limits;
pub use params::{ParamError, Params};
pub use simulation::{Access, Path, SharedTree, Simulator};

use crate::evaluate::{Detail, Evaluator};
use crate::rules::{Move, Position, Proof};
use crate::tree::{Node, Tree};
use transpositions::Transpositions;

/// A search and its tree, which is reused from move to move.
pub struct Search {
    shared: SharedTree,
    root_position: Position,
    simulator: Simulator,
}

/// The decision of a search, or of an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct Decision {
    /// The move to play; `None` if the game is over.
    pub best: Option<Move>,
    /// The expected result for the side to move, from 0 (loss) to 1 (win).
    pub value: f32,
    /// The proven result of the position for the side to move.
    pub proof: Proof,
    /// The number of evaluations: simulations except those that ended at a transposition.
    pub evals: u64,
    /// The move's visits, including those of earlier searches.
    pub visits: u32,
}

impl Search {
    /// Creates a search from `position` with a tree of at most `capacity` nodes, 48 bytes each, and some two bytes more for
    /// transpositions.
    #[must_use]
    pub fn new(
        position: Position,
        evaluator: Box<dyn Evaluator>,
        params: Params,
        capacity: usize,
    ) -> Search {
        let (tree, transpositions) = (Tree::new(capacity), Transpositions::new(capacity));
        Search {
            shared: SharedTree { tree, transpositions },
            root_position: position,
            simulator: Simulator::new(evaluator, params),
        }
    }

    /// Returns the position at the root.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.root_position
    }

    /// Returns the tree.
    #[must_use]
    pub fn tree(&self) -> &Tree {
        &self.shared.tree
    }

    /// Prefaults the memory of the tree until `stop` returns true.
    pub fn prefault(&mut self, stop: &dyn Fn() -> bool) {
        self.shared.tree.prefault(stop);
    }

    /// Moves the root to another position and discards the tree.
    pub fn reset(&mut self, position: Position) {
        self.shared.tree.clear();
        self.shared.transpositions.clear();
        self.root_position = position;
    }

    /// Plays legal moves from the root and keeps the subtree below them.
    pub fn advance(&mut self, moves: &[Move]) {
        let mut id = Some(self.tree().root());
        for &mv in moves {
            id = id.and_then(|id| self.tree().child_by(id, mv));
            play(&mut self.root_position, mv);
        }
        let SharedTree { tree, transpositions } = &mut self.shared;
        let has_moved = match id {
            Some(id) => tree.keep(id),
            None => tree.clear(),
        };
        if has_moved {
            // The table refers to nodes.
            transpositions.clear();
        }
    }

    /// Expands the root, refines its priors and, unless it is proven, lets `adjust` change them, for exploration noise in
    /// self-play. Does nothing if the root is already expanded or the game is over.
    pub fn adjust_root_priors(&mut self, adjust: impl FnOnce(&mut [Node])) {
        let root = self.tree().root();
        if self.tree().node(root).is_expanded() || self.root_position.outcome().is_some() {
            return;
        }
        let (mut path, mut shared) = (Path::from_iter([root]), &mut self.shared);
        let value =
            self.simulator.expand(&mut shared, &mut path, &self.root_position, Detail::Moves);
        let proof = value.proof;
        shared.tree.node_mut(root).proof = proof;
        if proof == Proof::Open {
            self.simulator.reevaluate(&mut shared, &mut path, &self.root_position);
            let children = shared.tree.children_mut(root);
            adjust(children);
            children.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        }
    }

    /// Searches until a limit is reached or the position is proven, at least one simulation.
    pub fn think(&mut self, limits: &Limits) -> Decision {
        let (mut is_first, mut evals) = (true, 0);
        while self.root_position.outcome().is_none()
            && !self.shared.is_solved()
            && (is_first || !limits.reached(evals, true))
        {
            let (mut tree, position) = (&mut self.shared, self.root_position.clone());
            evals += u64::from(self.simulator.simulate(&mut tree, position));
            is_first = false;
        }
        self.result(evals)
    }

    /// Returns the tree, the simulator and the root's position, for a search on several threads.
    pub fn parts(&mut self) -> (&mut SharedTree, &mut Simulator, &Position) {
        (&mut self.shared, &mut self.simulator, &self.root_position)
    }

    /// Returns the result of a search of `evals` evaluations.
    #[must_use]
    pub fn result(&self, evals: u64) -> Decision {
        self.result_with(evals, self.chosen_child())
    }

    fn result_with(&self, evals: u64, child: Option<usize>) -> Decision {
        let root = self.tree().root();
        let node = child.map(|index| *self.tree().node(self.tree().child(root, index)));
        Decision {
            best: node.map(|node| node.mv),
            value: node.map_or(0.5, |node| node.value()),
            proof: self.tree().node(root).proof,
            evals,
            visits: node.map_or(0, |node| node.visits),
        }
    }

    /// Replaces the move of the last decision, `found`, by the legal move `mv`, such as a book move, unless the
    /// search has proven a win, or has proven that `mv` loses. If `mv` is unvisited, the decision's value is kept.
    #[must_use]
    pub fn replace_move(&self, found: Decision, mv: Move) -> Decision {
        let root = self.tree().root();
        let children = self.tree().children(root);
        let place = children.iter().position(|child| child.mv == mv);
        // Only losing moves are missing, unless the root holds moves back.
        let loses = !self.tree().node(root).holds_back && !children.is_empty();
        if found.proof == Proof::Won
            || place.map_or(loses, |index| children[index].proof == Proof::Won)
        {
            return found;
        }
        match place {
            Some(index) if children[index].visits > 0 => self.result_with(found.evals, place),
            _ => Decision { best: Some(mv), visits: 0, ..found },
        }
    }
}

/// Plays a move that is known to be legal.
fn play(position: &mut Position, mv: Move) {
    match mv {
        Move::Peg(hole) => {
            position.play_peg(hole);
        }
        _ => {
            let played = position.play(mv);
            debug_assert!(played.is_ok());
        }
    }
}
