use super::{DistanceEvaluator, Evaluator, MoveList, Played, PlayoutEvaluator, Value};
use crate::geometry::BySide;
use crate::rules::{Position, Proof};

/// The mean of link distances and one playout; moves and proofs come from the distances.
pub struct MixtureEvaluator<const N: usize> {
    distance: DistanceEvaluator<N>,
    playouts: PlayoutEvaluator,
}

impl<const N: usize> MixtureEvaluator<N> {
    /// An evaluator whose playouts follow from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        MixtureEvaluator {
            distance: DistanceEvaluator::default(),
            playouts: PlayoutEvaluator::new(seed),
        }
    }
}

impl<const N: usize> Evaluator for MixtureEvaluator<N> {
    fn value(&mut self, position: &Position) -> Value {
        let judged = self.distance.value(position);
        if judged.proof != Proof::Open {
            return judged;
        }
        let played = self.playouts.value(position);
        Value::estimate((judged.expected + played.expected) / 2.0)
    }

    fn moves(&mut self, position: &Position, list: &mut MoveList) -> Proof {
        self.distance.moves(position, list)
    }

    fn played(&self) -> Option<&BySide<Played>> {
        self.playouts.played()
    }
}
