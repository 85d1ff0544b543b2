//! Evaluators: the value of a position and priors for its moves, by a network or by link distances.
//!
//! The arena's bot evaluates with the network, or with link distances if the weights are damaged or the board
//! is not square.

mod cache;
mod distance;
mod network;

pub use cache::{Cache, OutputCache, StoredOutput};
pub use distance::{DistanceEvaluator, DistanceWeights};
pub use network::NetworkEvaluator;

use crate::distance::Distances;
use crate::geometry::{Side, Size};
use crate::network::{Network, WeightsError};
use crate::rules::{Move, Position, Proof};

/// Evaluates positions and lists moves, for one search at a time.
pub trait Evaluator: Send {
    /// Returns the value of a position that is not over, for the side to move.
    fn value(&mut self, position: &Position) -> Value;

    /// Lists moves by descending prior, for the expansion of a node. The priors sum to about 1.
    ///
    /// Returns the proof for the side to move. If it is a win, the first move wins.
    fn moves(&mut self, position: &Position, list: &mut MoveList) -> Proof;

    /// Refines the priors of a frequently visited position; returns false if the evaluator cannot do so.
    fn reevaluate(&mut self, _: &Position, _: &mut MoveList) -> bool {
        false
    }

    /// Returns whether an evaluation takes tens of microseconds. The search then checks its limits after each
    /// simulation and looks up transpositions.
    fn is_slow(&self) -> bool {
        false
    }

    /// Lists up to `at_most` moves besides `known`, for evaluators that set [`MoveList::more`]. With `refined` the
    /// priors are those of [`Evaluator::reevaluate`].
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

/// A list of moves with their priors.
#[derive(Default)]
pub struct MoveList {
    /// The moves, by descending prior.
    pub moves: Vec<(Move, f32)>,
    /// Whether all unlisted moves are proven losses. If not, the search adds them
    /// ([`MoveList::list_remaining`]) once all listed moves are proven losses or draws.
    pub complete: bool,
    /// Whether [`Evaluator::more_moves`] has further moves.
    pub more: bool,
}

impl MoveList {
    /// Replaces the list by all legal moves that are not in `known`, each with this prior.
    pub fn list_remaining(&mut self, position: &Position, known: &[Move], prior: f32) {
        self.moves.clear();
        let others = position.moves().filter(|mv| !known.contains(mv));
        self.moves.extend(others.map(|mv| (mv, prior)));
        (self.complete, self.more) = (true, false);
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

/// Creates the strongest evaluator for boards of `size`: the built-in network on square boards,
/// link distances on others. The network was trained on 12 × 12; the input planes describe square boards only.
///
/// # Errors
/// If the weights of the built-in network are damaged.
pub fn default_evaluator(size: Size) -> Result<Box<dyn Evaluator>, WeightsError> {
    Ok(if size.is_square() { with_network(Network::built_in()?, size) } else { by_distance(size) })
}

/// Creates the evaluator with this network for square boards of `size`.
#[must_use]
pub fn with_network(network: Network, size: Size) -> Box<dyn Evaluator> {
    with_cache(network, size, Cache::new(size, 1))
}

/// Like [`with_network`], with this cache.
#[must_use]
pub fn with_cache(
    network: Network,
    size: Size,
    cache: impl OutputCache + 'static,
) -> Box<dyn Evaluator> {
    if Distances::<4>::supports(size) {
        Box::new(NetworkEvaluator::<4, _>::new(network, cache))
    } else {
        Box::new(NetworkEvaluator::<12, _>::new(network, cache))
    }
}

/// Returns the key of a position in caches: its board and the side to move.
pub(crate) fn position_hash(position: &Position) -> u64 {
    position.board().key().wrapping_add(u64::from(position.to_move() == Side::Horizontal))
}

fn sides(position: &Position) -> (Side, Side) {
    (position.to_move(), !position.to_move())
}
