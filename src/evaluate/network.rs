use super::{position_key, DistanceEvaluator, Evaluator, MoveList, Played, Value};
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
        let key = position_key(position);
        let (slot, known) = self.cache.find(key);
        if !known {
            self.ask(position, slot, key);
        }
        Value::estimate(self.cache.values[slot])
    }

    fn is_slow(&self) -> bool {
        true
    }

    #[cfg(not(bundled))]
    fn judges_first_pegs(&self) -> bool {
        true
    }

    fn moves(&mut self, position: &Position, list: &mut MoveList) -> Proof {
        let key = position_key(position);
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
        let most = logits.clone().fold(f32::NEG_INFINITY, f32::max);
        let powers: Vec<f32> = logits.map(|logit| exp(logit - most)).collect();
        let sum: f32 = powers.iter().sum();
        for ((_, prior), power) in list.moves.iter_mut().zip(powers) {
            *prior += TRUST * (power / sum - *prior);
        }
        list.moves.sort_unstable_by(|a, b| b.1.total_cmp(&a.1));
        proof
    }
}

/// Adds the legal pegs that the distances left out, without a prior of their own.
fn add_the_rest(position: &Position, list: &mut MoveList) {
    let mut offered = Played::default();
    for &(mv, _) in &list.moves {
        if let Move::Peg(hole) = mv {
            offered.add(hole);
        }
    }
    let rest = position.moves().filter(|&mv| mv != Move::Swap && !offered.has(mv));
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
