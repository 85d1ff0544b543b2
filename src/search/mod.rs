//! Monte Carlo tree search with PUCT selection.
//!
//! A simulation descends from the root to an unvisited node by `select`, evaluates it, and backpropagates the
//! value. A node is expanded on its second visit. Proven results (a win with the next peg, a losing race, a draw)
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

use crate::evaluate::Evaluator;
use crate::rules::{Move, Position, Proof};
use crate::tree::{Node, Tree};
use transpositions::Transpositions;

/// The number of simulations between calls of the stop condition if the evaluator is fast; they take about 50 µs.
const STOP_INTERVAL: u64 = 16;

/// A search and its tree, which is reused from move to move.
pub struct Search {
    shared: SharedTree,
    position: Position,
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
    /// Creates a search from `position` with a tree of at most `capacity` nodes, 48 bytes each.
    #[must_use]
    pub fn new(
        position: Position,
        evaluator: Box<dyn Evaluator>,
        params: Params,
        capacity: usize,
    ) -> Search {
        let transpositions = evaluator.is_slow().then(Transpositions::new);
        Search {
            shared: SharedTree { tree: Tree::new(capacity), transpositions },
            position,
            simulator: Simulator::new(evaluator, params),
        }
    }

    /// Returns the position at the root.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
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
        self.forget_transpositions();
        self.position = position;
    }

    /// Empties the table of transpositions, which refers to nodes. Must be called when nodes move or are discarded.
    fn forget_transpositions(&mut self) {
        self.shared.transpositions.iter_mut().for_each(Transpositions::clear);
    }

    /// Plays legal moves from the root and keeps the subtree below them.
    pub fn advance(&mut self, moves: &[Move]) {
        let mut id = Some(self.tree().root());
        for &mv in moves {
            id = id.and_then(|id| {
                let index = self.tree().children(id).iter().position(|child| child.mv == mv)?;
                Some(self.tree().child(id, index))
            });
            play(&mut self.position, mv);
        }
        match id {
            Some(id) => self.shared.tree.keep(id),
            None => self.shared.tree.clear(),
        }
        self.forget_transpositions();
    }

    /// Expands the root and, unless it is proven, lets `adjust` change the priors of its children, for
    /// exploration noise in self-play. Does nothing if the root is already expanded or the game is over.
    pub fn adjust_root_priors(&mut self, adjust: impl FnOnce(&mut [Node])) {
        let root = self.tree().root();
        if self.tree().node(root).is_expanded() || self.position.outcome().is_some() {
            return;
        }
        let mut path = Path::from_iter([root]);
        let proof = self.simulator.expand(&mut &mut self.shared, &mut path, &self.position);
        self.shared.tree.node_mut(root).proof = proof;
        if proof == Proof::Open {
            let children = self.shared.tree.children_mut(root);
            adjust(children);
            children.sort_by(|a, b| b.prior.total_cmp(&a.prior));
        }
    }

    /// Searches until a limit is reached or the position is proven.
    pub fn think(&mut self, limits: &Limits) -> Decision {
        let (mut sims, mut evals) = (0, 0);
        let slow = self.simulator.is_slow();
        while self.position.outcome().is_none()
            && !self.shared.is_solved()
            && (sims == 0 || !limits.reached(evals, slow || sims % STOP_INTERVAL == 0))
        {
            let (mut tree, position) = (&mut self.shared, self.position.clone());
            evals += u64::from(self.simulator.simulate(&mut tree, position));
            sims += 1;
        }
        self.decide(evals)
    }

    /// Returns the tree, the simulator and the root's position, for a search on several threads.
    pub fn parts(&mut self) -> (&mut SharedTree, &mut Simulator, &Position) {
        (&mut self.shared, &mut self.simulator, &self.position)
    }

    /// Chooses a move after a search of `evals` evaluations.
    #[must_use]
    pub fn decide(&self, evals: u64) -> Decision {
        self.decision(evals, self.choice())
    }

    fn decision(&self, evals: u64, child: Option<usize>) -> Decision {
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
        // A complete list omits only losing moves.
        let complete = self.tree().node(root).complete && !children.is_empty();
        if found.proof == Proof::Won
            || place.map_or(complete, |index| children[index].proof == Proof::Won)
        {
            return found;
        }
        match place {
            Some(index) if children[index].visits > 0 => self.decision(found.evals, place),
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
        Move::Swap => {
            let swapped = position.play(mv);
            debug_assert!(swapped.is_ok());
        }
    }
}
