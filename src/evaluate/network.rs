use super::{Detail, DistanceEvaluator, Evaluator, MoveList, Value};
use crate::logistic::exp;
use crate::network::{index_of, Network, Output, Planes, Scratch};
use crate::rules::{Move, Position, Proof};

/// Evaluates positions with a network. Link distances provide the proofs: wins with the next peg, losing
/// races, draws, and the only answers to a threat.
pub struct NetworkEvaluator<const N: usize> {
    distance: DistanceEvaluator<N>,
    network: Network,
    planes: Box<Planes>,
    scratch: Box<Scratch>,
    output: Box<Output>,
    /// The probabilities of the listed moves.
    policy: Vec<f32>,
}

/// The network's share of a prior; the rest is computed from slacks.
const NETWORK_SHARE: f32 = 0.9;

impl<const N: usize> NetworkEvaluator<N> {
    /// Creates an evaluator.
    #[must_use]
    pub fn new(network: Network) -> Self {
        NetworkEvaluator {
            distance: DistanceEvaluator::default(),
            network,
            planes: Box::default(),
            scratch: Box::default(),
            output: Box::default(),
            policy: Vec::new(),
        }
    }
}

impl<const N: usize> Evaluator for NetworkEvaluator<N> {
    /// Refined priors are averages over the board and its three reflections.
    fn evaluate(&mut self, position: &Position, detail: Detail, list: &mut MoveList) -> Value {
        let value = self.distance.measure(position);
        // Before the search for proofs, which overwrites the distances with those of other boards.
        self.planes.fill(position, self.distance.distances());
        let proven = self.distance.list(position, value, list);
        if proven.proof != Proof::Open {
            return proven;
        }
        let (size, mover) = (position.size(), position.to_move());
        let edge = usize::from(size.get());
        let reflections = if detail == Detail::Refined { 4 } else { 1 };
        let share = NETWORK_SHARE / reflections as f32;
        list.iter_mut().for_each(|(_, prior)| *prior *= 1.0 - NETWORK_SHARE);
        let mut value = 0.0;
        for reflection in 0..reflections {
            // The reflections: left to right, then in both directions, then top to bottom.
            if reflection > 0 {
                self.planes.mirror(reflection == 2);
            }
            self.network.evaluate(&self.planes, &mut self.scratch, &mut self.output);
            let Output { logits, wdl } = &*self.output;
            let logit = |mv: Move| {
                let Move::Peg(hole) = mv else { return 0.0 };
                let hole = index_of(hole, size, mover);
                let across =
                    if reflection % 2 == 0 { hole } else { hole + edge - 1 - 2 * (hole % edge) };
                logits[if reflection < 2 { across } else { edge * edge - 1 - across }]
            };
            self.policy.clear();
            self.policy.extend(list.iter().map(|&(mv, _)| logit(mv)));
            softmax(&mut self.policy);
            list.iter_mut().zip(&self.policy).for_each(|(entry, policy)| entry.1 += share * policy);
            value += wdl[0] + wdl[1] / 2.0;
        }
        Value::estimate(value / reflections as f32)
    }
}

fn softmax(logits: &mut [f32]) {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = exp(*logit - most));
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|power| *power /= sum);
}
