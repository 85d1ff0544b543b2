use super::cache::{Cache, OutputCache, StoredOutput};
use super::{position_hash, DistanceEvaluator, Evaluator, MoveList, Value};
use crate::logistic::exp;
use crate::network::{index_of, Network, Output, Planes, Scratch};
use crate::rules::{Move, Position, Proof};

/// Evaluates positions with a network. Link distances provide the proofs: wins with the next peg, losing
/// races, draws, and the only answers to a threat.
pub struct NetworkEvaluator<const N: usize, C = Cache> {
    distance: DistanceEvaluator<N>,
    network: Network,
    planes: Box<Planes>,
    scratch: Box<Scratch>,
    output: Box<Output>,
    /// The output for the position evaluated last, without reflections.
    stored: StoredOutput,
    cache: C,
}

/// The network's share of a prior; the rest is computed from slacks.
const NETWORK_SHARE: f32 = 0.9;

impl<const N: usize, C: OutputCache> NetworkEvaluator<N, C> {
    /// Creates an evaluator for the boards of the cache.
    #[must_use]
    pub fn new(network: Network, cache: C) -> Self {
        NetworkEvaluator {
            distance: DistanceEvaluator::default(),
            network,
            planes: Box::default(),
            scratch: Box::default(),
            output: Box::default(),
            stored: StoredOutput::default(),
            cache,
        }
    }

    /// Loads the output for a position into `stored`. If the cache has none, evaluates the position, whose link
    /// distances must be those measured last if `is_measured`, and caches the output.
    fn load(&mut self, position: &Position, is_measured: bool) {
        let key = position_hash(position);
        // Other threads can replace a stored output at once.
        while !self.cache.load(key, &mut self.stored) {
            if !is_measured {
                self.distance.value(position);
            }
            self.planes.fill(position, self.distance.distances());
            self.network.evaluate(&self.planes, &mut self.scratch, &mut self.output);
            self.cache.store(key, &self.output);
        }
    }
}

impl<const N: usize, C: OutputCache> Evaluator for NetworkEvaluator<N, C> {
    fn value(&mut self, position: &Position) -> Value {
        let by_distance = self.distance.value(position);
        if by_distance.proof != Proof::Open {
            return by_distance;
        }
        self.load(position, true);
        Value::estimate(self.stored.expected)
    }

    /// Averages the network's priors over the board and its three reflections.
    fn reevaluate(&mut self, position: &Position, list: &mut MoveList) -> bool {
        // The distances measured last may be those of another board.
        self.distance.value(position);
        self.load(position, true);
        self.planes.fill(position, self.distance.distances());
        let (size, mover) = (position.size(), position.to_move());
        let pegs = list.moves.iter_mut().filter_map(|(mv, prior)| match mv {
            Move::Peg(hole) => Some((index_of(*hole, size, mover), prior)),
            Move::Swap => None,
        });
        let (holes, priors): (Vec<usize>, Vec<&mut f32>) = pegs.unzip();
        let first = softmax(holes.iter().map(|&hole| self.stored.logit(hole)).collect());
        let mut change: Vec<f32> = first.iter().map(|policy| -0.75 * policy).collect();
        let edge = usize::from(size.get());
        for reflection in 1..4 {
            // The reflections: left to right, then in both directions, then top to bottom.
            self.planes.mirror(reflection == 2);
            self.network.evaluate(&self.planes, &mut self.scratch, &mut self.output);
            let logit = |&hole: &usize| {
                let across =
                    if reflection == 2 { hole } else { hole + edge - 1 - 2 * (hole % edge) };
                let there = if reflection == 1 { across } else { edge * edge - 1 - across };
                self.output.logits[there]
            };
            let policy = softmax(holes.iter().map(logit).collect());
            change.iter_mut().zip(policy).for_each(|(sum, policy)| *sum += policy / 4.0);
        }
        for (prior, change) in priors.into_iter().zip(change) {
            *prior = (*prior + NETWORK_SHARE * change).max(0.0);
        }
        true
    }

    fn is_slow(&self) -> bool {
        true
    }

    fn moves(&mut self, position: &Position, list: &mut MoveList) -> Proof {
        // Before the search for proofs, which overwrites the distances with those of other boards.
        self.load(position, false);
        let proof = self.distance.moves(position, list);
        if proof == Proof::Won {
            return proof;
        }
        if !list.complete {
            add_unlisted(position, list);
        }
        let (size, mover) = (position.size(), position.to_move());
        let logits = list.moves.iter().map(|&(mv, _)| match mv {
            Move::Peg(hole) => self.stored.logit(index_of(hole, size, mover)),
            Move::Swap => 0.0,
        });
        let policy = softmax(logits.collect());
        for ((_, prior), policy) in list.moves.iter_mut().zip(policy) {
            *prior += NETWORK_SHARE * (policy - *prior);
        }
        list.moves.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
        proof
    }
}

fn softmax(mut logits: Vec<f32>) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = exp(*logit - most));
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|power| *power /= sum);
    logits
}

/// Adds the legal peg moves that link distances did not list, with prior 0.
fn add_unlisted(position: &Position, list: &mut MoveList) {
    // One word per row.
    let mut offered = [0_u32; 24];
    for &(mv, _) in &list.moves {
        if let Move::Peg(hole) = mv {
            offered[usize::from(hole.row()) % 24] |= 1 << hole.column();
        }
    }
    let is_left_out = |mv: &Move| match mv {
        Move::Peg(hole) => offered[usize::from(hole.row()) % 24] >> hole.column() & 1 == 0,
        Move::Swap => false,
    };
    let rest = position.moves().filter(is_left_out);
    list.moves.extend(rest.map(|mv| (mv, 0.0)));
    list.complete = true;
}
