use super::{position_hash, DistanceEvaluator, Evaluator, MoveList, Value};
use crate::geometry::Size;
use crate::logistic::exp;
use crate::network::{index_of, Network, Output, Planes, Scratch};
use crate::rules::{Move, Position, Proof};

/// Values positions and orders moves by the network; link distances keep what they prove: wins in
/// one, lost races, draws, and the only moves against a threat.
///
/// The search asks for a position's value first and for its moves when it comes back, so what the
/// network said is kept for a while; transpositions are met again as well.
pub struct NetworkEvaluator<const N: usize> {
    distance: DistanceEvaluator<N>,
    network: Network,
    planes: Box<Planes>,
    scratch: Box<Scratch>,
    output: Box<Output>,
    cache: Cache,
}

/// How much of a prior is the network's; the rest comes from slack.
const TRUST: f32 = 0.9;

impl<const N: usize> NetworkEvaluator<N> {
    /// An evaluator for boards of this size.
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

    /// Asks the network about the position that the link distances were measured for last and keeps
    /// the answer in a slot of the cache.
    fn ask(&mut self, position: &Position, slot: usize, key: u64) {
        self.planes.fill(position, self.distance.distances());
        self.network.evaluate(&self.planes, &mut self.scratch, &mut self.output);
        self.cache.store(slot, key, &self.output);
    }
}

impl<const N: usize> Evaluator for NetworkEvaluator<N> {
    fn value(&mut self, position: &Position) -> Value {
        let judged = self.distance.value(position);
        if judged.proof != Proof::Open {
            return judged;
        }
        let key = position_hash(position);
        let (slot, known) = self.cache.find(key);
        if !known {
            self.ask(position, slot, key);
        }
        Value::estimate(self.cache.values[slot])
    }

    /// Takes for the network's part of the priors the mean of what it says of the board and of its
    /// three mirror images.
    fn reevaluate(&mut self, position: &Position, list: &mut MoveList) -> bool {
        let key = position_hash(position);
        let (slot, known) = self.cache.find(key);
        // Other boards may have been measured since the first look.
        self.distance.value(position);
        if !known {
            self.ask(position, slot, key);
        }
        self.planes.fill(position, self.distance.distances());
        let (size, mover) = (position.size(), position.to_move());
        let pegs = list.moves.iter_mut().filter_map(|(mv, prior)| match mv {
            Move::Peg(hole) => Some((index_of(*hole, size, mover), prior)),
            Move::Swap => None,
        });
        let (holes, priors): (Vec<usize>, Vec<&mut f32>) = pegs.unzip();
        let logits = self.cache.logits(slot);
        let first = shares(holes.iter().map(|&hole| f32::from(logits[hole]) / LOGIT).collect());
        let mut change: Vec<f32> = first.iter().map(|share| -0.75 * share).collect();
        let edge = usize::from(size.get());
        for image in 1..4 {
            // Left and right change places, then top and bottom as well, then these alone.
            self.planes.mirror(image == 2);
            self.network.evaluate(&self.planes, &mut self.scratch, &mut self.output);
            let logit = |&hole: &usize| {
                let across = if image == 2 { hole } else { hole + edge - 1 - 2 * (hole % edge) };
                let there = if image == 1 { across } else { edge * edge - 1 - across };
                self.output.logits[there]
            };
            let seen = shares(holes.iter().map(logit).collect());
            change.iter_mut().zip(seen).for_each(|(sum, share)| *sum += share / 4.0);
        }
        for (prior, change) in priors.into_iter().zip(change) {
            *prior = (*prior + TRUST * change).max(0.0);
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
            // First, since looking for proofs measures other boards as well.
            self.distance.value(position);
            self.ask(position, slot, key);
        }
        let proof = self.distance.moves(position, list);
        if proof == Proof::Won {
            return proof;
        }
        if !list.complete {
            add_the_rest(position, list);
        }
        let logits = self.cache.logits(slot);
        let (size, mover) = (position.size(), position.to_move());
        let logits = list.moves.iter().map(|&(mv, _)| match mv {
            Move::Peg(hole) => f32::from(logits[index_of(hole, size, mover)]) / LOGIT,
            Move::Swap => 0.0,
        });
        let shares = shares(logits.collect());
        for ((_, prior), share) in list.moves.iter_mut().zip(shares) {
            *prior += TRUST * (share - *prior);
        }
        list.moves.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
        proof
    }
}

/// The softmax of logits.
fn shares(mut logits: Vec<f32>) -> Vec<f32> {
    let most = logits.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    logits.iter_mut().for_each(|logit| *logit = exp(*logit - most));
    let sum: f32 = logits.iter().sum();
    logits.iter_mut().for_each(|power| *power /= sum);
    logits
}

/// Adds the legal pegs that the distances left out, without a prior of their own.
fn add_the_rest(position: &Position, list: &mut MoveList) {
    // A word a row.
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

/// Positions that are remembered: two moves' worth of them.
const SLOTS: usize = 1 << 14;
/// Logits are kept as sixteen-bit numbers, this many to the unit.
const LOGIT: f32 = 1024.0;

/// What the network said of the positions seen last, each in the slot that its key points to.
struct Cache {
    holes: usize,
    keys: Vec<u64>,
    /// Expected results for the side to move.
    values: Vec<f32>,
    /// `holes` a slot.
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

    /// The slot for a key, and whether what stands there belongs to it.
    fn find(&self, key: u64) -> (usize, bool) {
        let slot = (key >> 32) as usize % SLOTS;
        (slot, self.keys[slot] == key)
    }

    fn store(&mut self, slot: usize, key: u64, output: &Output) {
        self.keys[slot] = key;
        self.values[slot] = output.wdl[0] + output.wdl[1] / 2.0;
        let logits = &mut self.logits[slot * self.holes..][..self.holes];
        for (kept, &logit) in logits.iter_mut().zip(&output.logits) {
            // Saturates.
            *kept = (logit * LOGIT) as i16;
        }
    }

    fn logits(&self, slot: usize) -> &[i16] {
        &self.logits[slot * self.holes..][..self.holes]
    }
}
