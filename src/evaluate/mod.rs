//! What a position is worth and which moves to look at first: the evaluators, all behind one small
//! interface, so that a search need not know whether it asks link distances or a network.
//!
//! The arena's single file has the network, and link distances for when it is damaged.

mod distance;
mod network;

pub use distance::{DistanceEvaluator, DistanceWeights};
pub use network::NetworkEvaluator;

use crate::distance::Distances;
use crate::geometry::{Side, Size};
use crate::network::{Network, WeightsError};
use crate::rules::{Move, Position, Proof};

/// Values positions and offers moves. Not shared between threads, but handed from one to another.
pub trait Evaluator: Send {
    /// The value of a position that goes on, for the side to move.
    fn value(&mut self, position: &Position) -> Value;

    /// The moves worth looking at, likeliest first, with priors that sum to about 1. The search
    /// asks when it comes to a position for the second time.
    ///
    /// Answers what the look at the moves has proven, if anything. If that is a win, the list's
    /// first move wins; if it is a loss, the moves are what one may still try.
    fn moves(&mut self, position: &Position, list: &mut MoveList) -> Proof;

    /// Mends the priors of a position's moves, all of which are listed, by a closer look; whether
    /// there is one. The search asks where it comes often.
    fn reevaluate(&mut self, _: &Position, _: &mut MoveList) -> bool {
        false
    }

    /// Whether it takes tens of microseconds, so that a search looks at the clock after each pass
    /// and rather takes a value from a position that it has looked at before.
    fn is_slow(&self) -> bool {
        false
    }

    /// Lists at most so many further moves for a node whose `known` moves were all visited, for evaluators
    /// whose lists hold the likeliest moves only at first; `refined` asks for the priors of
    /// [`Evaluator::reevaluate`].
    fn more_moves(
        &mut self,
        _: &Position,
        _known: &[Move],
        _at_most: usize,
        _refined: bool,
        _: &mut MoveList,
    ) {
    }
}

/// What an evaluator says of a position, for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The expected result: 1 a win, ½ a draw, 0 a loss.
    pub expected: f32,
    /// What is certain.
    pub proof: Proof,
}

impl Value {
    /// An estimate.
    #[must_use]
    pub fn estimate(expected: f32) -> Value {
        Value { expected, proof: Proof::Open }
    }

    /// A certainty; `proof` must not be [`Proof::Open`].
    #[must_use]
    pub fn certain(proof: Proof) -> Value {
        Value { expected: proof.value().unwrap_or(0.5), proof }
    }
}

/// Moves with their priors.
#[derive(Default)]
pub struct MoveList {
    /// The moves, likeliest first.
    pub moves: Vec<(Move, f32)>,
    /// Whether every move that is left out loses for certain. If not, a search that has seen all
    /// moves of the list lose asks for the rest ([`MoveList::list_remaining`]).
    pub complete: bool,
    /// Whether the evaluator holds back moves for [`Evaluator::more_moves`].
    pub more: bool,
}

impl MoveList {
    /// Appends all other legal moves, each with the prior given.
    pub fn list_remaining(&mut self, position: &Position, known: &[Move], prior: f32) {
        self.moves.clear();
        let others = position.moves().filter(|mv| !known.contains(mv));
        self.moves.extend(others.map(|mv| (mv, prior)));
        (self.complete, self.more) = (true, false);
    }
}

/// The evaluator by link distances, for boards of a size.
#[must_use]
pub fn by_distance(size: Size) -> Box<dyn Evaluator> {
    if Distances::<4>::supports(size) {
        Box::new(DistanceEvaluator::<4>::default())
    } else {
        Box::new(DistanceEvaluator::<12>::default())
    }
}

/// The strongest evaluator for boards of a size: the built-in network, which was trained on 12 × 12 and
/// beats link distances from 10 × 10 on, under classic rules as well; on smaller boards they are equal, and
/// a network's boards are square.
///
/// # Errors
///
/// If the network's weights are damaged.
pub fn default_evaluator(size: Size) -> Result<Box<dyn Evaluator>, WeightsError> {
    Ok(if size.get() >= 10 && size.is_square() {
        with_network(Network::built_in()?, size)
    } else {
        by_distance(size)
    })
}

/// The evaluator that asks this network, for boards of a size.
#[must_use]
pub fn with_network(network: Network, size: Size) -> Box<dyn Evaluator> {
    if Distances::<4>::supports(size) {
        Box::new(NetworkEvaluator::<4>::new(network, size))
    } else {
        Box::new(NetworkEvaluator::<12>::new(network, size))
    }
}

/// A number that tells a position by its board and whose turn it is.
pub(crate) fn position_hash(position: &Position) -> u64 {
    position.board().key().wrapping_add(u64::from(position.to_move() == Side::Horizontal))
}

/// The side to move and its opponent.
fn sides(position: &Position) -> (Side, Side) {
    (position.to_move(), !position.to_move())
}
