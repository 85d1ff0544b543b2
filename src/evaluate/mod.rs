//! What a position is worth and which moves to look at first: the evaluators, all behind one small
//! interface, so that a search need not know whether it asks link distances, playouts or a network.
//!
//! The arena's single file has the network, and link distances for when it is damaged.

mod distance;
#[cfg(not(bundled))]
mod hints;
#[cfg(not(bundled))]
mod mixture;
mod network;
#[cfg(not(bundled))]
mod playouts;

pub use distance::{DistanceEvaluator, DistanceWeights};
#[cfg(not(bundled))]
pub use hints::HintsOnly;
#[cfg(not(bundled))]
pub use mixture::MixtureEvaluator;
pub use network::NetworkEvaluator;
#[cfg(not(bundled))]
pub use playouts::PlayoutEvaluator;

use crate::distance::Distances;
#[cfg(not(bundled))]
use crate::geometry::BySide;
use crate::geometry::{Side, Size};
use crate::network::Network;
#[cfg(not(bundled))]
use crate::network::WeightsError;
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
    fn look_again(&mut self, _: &Position, _: &mut MoveList) -> bool {
        false
    }

    /// Whether it takes tens of microseconds, so that a search looks at the clock after each pass
    /// and rather takes a value from a position that it has looked at before.
    fn is_slow(&self) -> bool {
        false
    }

    /// Whether a search with it knows what a first peg is worth, so that its value tells whether to
    /// swap.
    #[cfg(not(bundled))]
    fn judges_first_pegs(&self) -> bool {
        false
    }

    /// Who pegged which holes in the playout behind the last [`Evaluator::value`], for evaluators
    /// that play out: all-moves-as-first statistics feed on it.
    #[cfg(not(bundled))]
    fn played(&self) -> Option<&BySide<Played>> {
        None
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
    pub const fn estimate(expected: f32) -> Value {
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
    /// moves of the list lose asks for the rest ([`MoveList::fill_up`]).
    pub complete: bool,
}

impl MoveList {
    /// Appends all other legal moves, each with the prior given.
    pub fn fill_up(&mut self, position: &Position, known: &[Move], prior: f32) {
        self.moves.clear();
        let others = position.moves().filter(|mv| !known.contains(mv));
        self.moves.extend(others.map(|mv| (mv, prior)));
        self.complete = true;
    }
}

/// A set of holes that a side pegged, a word a row.
#[derive(Clone, Copy, Default, Debug)]
pub struct Played([u32; 24]);

impl Played {
    /// Whether the move is a peg in one of the holes.
    #[inline(always)]
    #[must_use]
    pub fn has(&self, mv: Move) -> bool {
        match mv {
            Move::Peg(hole) => self.0[usize::from(hole.row()) % 24] >> hole.column() & 1 != 0,
            Move::Swap => false,
        }
    }

    /// Adds a hole.
    #[inline(always)]
    pub fn add(&mut self, hole: crate::geometry::Hole) {
        self.0[usize::from(hole.row()) % 24] |= 1 << hole.column();
    }
}

/// The evaluators by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EvaluatorKind {
    /// The network, with link distances for what they prove.
    Network,
    /// Link distances.
    Distance,
    /// Uniform playouts.
    #[cfg(not(bundled))]
    Playouts,
    /// Half link distances, half playouts.
    #[cfg(not(bundled))]
    Mixture,
}

impl EvaluatorKind {
    /// Who values positions best on boards of a size: the network, which was trained on 12 × 12 and
    /// beats link distances from 10 × 10 on, by the classic rules as well; on smaller boards they are
    /// equal, and a network's boards are square.
    #[must_use]
    pub fn usual(size: Size) -> EvaluatorKind {
        if size.get() >= 10 && size.is_square() {
            EvaluatorKind::Network
        } else {
            EvaluatorKind::Distance
        }
    }

    /// Makes the evaluator for boards of a size; `seed` is for playouts. The network is the one that
    /// comes with the bot.
    ///
    /// # Errors
    ///
    /// If the network's weights are damaged.
    #[cfg(not(bundled))]
    pub fn build(self, size: Size, seed: u64) -> Result<Box<dyn Evaluator>, WeightsError> {
        Ok(match self {
            EvaluatorKind::Network => with_network(Network::built_in()?, size),
            _ => self.plain(size, seed),
        })
    }

    /// The same without a network: link distances stand in for it.
    #[cfg(not(bundled))]
    #[must_use]
    pub fn plain(self, size: Size, seed: u64) -> Box<dyn Evaluator> {
        match self {
            EvaluatorKind::Network | EvaluatorKind::Distance => by_distance(size),
            EvaluatorKind::Playouts => Box::new(PlayoutEvaluator::new(seed)),
            EvaluatorKind::Mixture if Distances::<4>::takes(size) => {
                Box::new(MixtureEvaluator::<4>::new(seed))
            }
            EvaluatorKind::Mixture => Box::new(MixtureEvaluator::<12>::new(seed)),
        }
    }
}

/// The evaluator by link distances, for boards of a size.
#[must_use]
pub fn by_distance(size: Size) -> Box<dyn Evaluator> {
    if Distances::<4>::takes(size) {
        Box::new(DistanceEvaluator::<4>::default())
    } else {
        Box::new(DistanceEvaluator::<12>::default())
    }
}

/// The evaluator that asks this network, for boards of a size.
#[must_use]
pub fn with_network(network: Network, size: Size) -> Box<dyn Evaluator> {
    if Distances::<4>::takes(size) {
        Box::new(NetworkEvaluator::<4>::new(network, size))
    } else {
        Box::new(NetworkEvaluator::<12>::new(network, size))
    }
}

/// A number that tells a position by its board and whose turn it is.
pub(crate) fn position_key(position: &Position) -> u64 {
    position.board().key().wrapping_add(u64::from(position.to_move() == Side::Horizontal))
}

/// The side to move and its opponent.
fn sides(position: &Position) -> (Side, Side) {
    (position.to_move(), !position.to_move())
}
