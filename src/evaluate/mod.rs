//! Evaluators: the value of a position and priors for its moves, by a network or by link distances.
//!
//! The arena's bot evaluates with the network, or with link distances if the weights are damaged. The network's input
//! planes describe square boards only.

mod distance;
mod network;

pub use distance::{DistanceEvaluator, DistanceWeights};
pub use network::NetworkEvaluator;

use crate::distance::Distances;
use crate::geometry::{Side, Size};
use crate::network::{Network, WeightsError};
use crate::rules::{Move, Position, Proof};

/// Evaluates positions and lists their moves, for one search at a time.
pub trait Evaluator: Send {
    /// Returns the value of a position that is not over, for the side to move, and replaces the list by moves and their
    /// priors, which sum to about 1, in any order: all legal pegs except proven losses. After a proof the list contains
    /// the winning pegs, the best first; after a draw it is empty.
    fn evaluate(&mut self, position: &Position, detail: Detail, list: &mut MoveList) -> Value;
}

/// The detail of an evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// The value; the list may be empty, if it takes as long as the value.
    Value,
    /// The value and the list.
    Moves,
    /// Both, with priors that are more precise and take longer, for positions with many visits.
    Refined,
}

/// Moves with their priors.
pub type MoveList = Vec<(Move, f32)>;

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Value {
    /// The expected result: 1 for a win, ½ for a draw, 0 for a loss.
    pub expected: f32,
    /// The proven result.
    pub proof: Proof,
}

impl Value {
    /// Creates an estimate.
    #[must_use]
    pub fn estimate(expected: f32) -> Value {
        Value { expected, proof: Proof::Open }
    }

    /// Creates the value of a proof other than [`Proof::Open`].
    #[must_use]
    pub fn certain(proof: Proof) -> Value {
        Value { expected: proof.value().unwrap_or(0.5), proof }
    }
}

/// Creates the evaluator with link distances for boards of `size`.
#[must_use]
pub fn by_distance(size: Size) -> Box<dyn Evaluator> {
    if Distances::<4>::supports(size) {
        Box::new(DistanceEvaluator::<4>::default())
    } else {
        Box::new(DistanceEvaluator::<12>::default())
    }
}

/// Creates the evaluator with the built-in network for square boards of `size`. It was trained on 12 × 12.
///
/// # Errors
/// If the weights of the built-in network are damaged.
pub fn default_evaluator(size: Size) -> Result<Box<dyn Evaluator>, WeightsError> {
    Ok(with_network(Network::built_in()?, size))
}

/// Creates the evaluator with this network for square boards of `size`.
#[must_use]
pub fn with_network(network: Network, size: Size) -> Box<dyn Evaluator> {
    if Distances::<4>::supports(size) {
        Box::new(NetworkEvaluator::<4>::new(network))
    } else {
        Box::new(NetworkEvaluator::<12>::new(network))
    }
}

fn sides(position: &Position) -> (Side, Side) {
    (position.to_move(), !position.to_move())
}
