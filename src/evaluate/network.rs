use super::{position_hash, DistanceEvaluator, Evaluator, MoveList, Value};
use crate::geometry::Size;
use crate::logistic::exp;
use crate::network::{index_of, Network, Output, Planes, Scratch};
use crate::rules::{Move, Position, Proof};

/// Evaluates positions with a network. Link distances provide the proofs: wins with the next peg, losing
/// races, draws, and the only answers to a threat.
///
/// Output is cached, since the search needs a position's value first and its moves later.
pub struct NetworkEvaluator<const N: usize> {
    distance: DistanceEvaluator<N>,
    network: Network,
    planes: Box<Planes>,
    scratch: Box<Scratch>,
    output: Box<Output>,
    cache: Cache,
}

/// The network's share of a prior; the rest is computed from slacks.
const NETWORK_SHARE: f32 = 0.9;

impl<const N: usize> NetworkEvaluator<N> {
    /// Creates an evaluator for boards of `size`.
    #[must_use]
    pub fn new(network: Network, size: Size) -> Self {
        NetworkEvaluator {
            distance: DistanceEvaluator::default(),
            network,
            planes: Box::default(),
            scratch: Box::default(),
            output: Box::default(),
            cache: Cache::new(usize::from(size.get()).pow(2)),
        }
    }

    /// Evaluates the position whose link distances were measured last, and caches the output.
    fn run_network(&mut self, position: &Position, slot: usize, key: u64) {
        self.planes.fill(position, self.distance.distances());
        self.network.evaluate(&self.planes, &mut self.scratch, &mut self.output);
        self.cache.store(slot, key, &self.output);
    }
}

impl<const N: usize> Evaluator for NetworkEvaluator<N> {
    fn value(&mut self, position: &Position) -> Value {
        let by_distance = self.distance.value(position);
        if by_distance.proof != Proof::Open {
            return by_distance;
        }
        let key = position_hash(position);
        let (slot, known) = self.cache.find(key);
        if !known {
            self.run_network(position, slot, key);
        }
        Value::estimate(self.cache.values[slot])
    }

    /// Averages the network's priors over the board and its three reflections.
    fn reevaluate(&mut self, position: &Position, list: &mut MoveList) -> bool {
        let key = position_hash(position);
        let (slot, known) = self.cache.find(key);
        // The distances measured last may be those of another board.
        self.distance.value(position);
        if !known {
            self.run_network(position, slot, key);
        }
        self.planes.fill(position, self.distance.distances());
        let (size, mover) = (position.size(), position.to_move());
        let pegs = list.moves.iter_mut().filter_map(|(mv, prior)| match mv {
            Move::Peg(hole) => Some((index_of(*hole, size, mover), prior)),
            Move::Swap => None,
        });
        let (holes, priors): (Vec<usize>, Vec<&mut f32>) = pegs.unzip();
        let logits = self.cache.logits(slot);
        let first = softmax(holes.iter().map(|&hole| f32::from(logits[hole]) / LOGIT).collect());
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
        let key = position_hash(position);
        let (slot, known) = self.cache.find(key);
        if !known {
            // Measures the distances for the input planes, before the search for proofs overwrites
            // them with those of other boards.
            self.distance.value(position);
            self.run_network(position, slot, key);
        }
        let proof = self.distance.moves(position, list);
        if proof == Proof::Won {
            return proof;
        }
        if !list.complete {
            add_unlisted(position, list);
        }
        let logits = self.cache.logits(slot);
        let (size, mover) = (position.size(), position.to_move());
        let logits = list.moves.iter().map(|&(mv, _)| match mv {
            Move::Peg(hole) => f32::from(logits[index_of(hole, size, mover)]) / LOGIT,
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

/// The number of cached positions, about as many as are evaluated in two turns.
const SLOTS: usize = 1 << 14;
/// The scale of cached logits in 16-bit fixed point.
const LOGIT: f32 = 1024.0;

/// A direct-mapped cache, indexed by the position's hash.
struct Cache {
    holes: usize,
    keys: Vec<u64>,
    /// Expected results for the side to move.
    values: Vec<f32>,
    /// The logits, `holes` per slot.
    logits: Vec<i16>,
}

impl Cache {
    fn new(holes: usize) -> Cache {
        Cache {
            holes,
            keys: vec![0; SLOTS],
            values: vec![0.5; SLOTS],
            logits: vec![0; SLOTS * holes],
        }
    }

    /// Returns the slot of a key, and whether it holds that key's output.
    fn find(&self, key: u64) -> (usize, bool) {
        let slot = (key >> 32) as usize % SLOTS;
        (slot, self.keys[slot] == key)
    }

    fn store(&mut self, slot: usize, key: u64, output: &Output) {
        self.keys[slot] = key;
        self.values[slot] = output.wdl[0] + output.wdl[1] / 2.0;
        let logits = &mut self.logits[slot * self.holes..][..self.holes];
        for (kept, &logit) in logits.iter_mut().zip(&output.logits) {
            // The cast saturates.
            *kept = (logit * LOGIT) as i16;
        }
    }

    fn logits(&self, slot: usize) -> &[i16] {
        &self.logits[slot * self.holes..][..self.holes]
    }
}
