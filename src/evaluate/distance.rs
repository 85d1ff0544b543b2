use super::{sides, Detail, Evaluator, MoveList, Value};
use crate::distance::{by_slack_sum, holes_of, Distances, SideDistances, MAX_SLACK_SUM};
use crate::logistic::{exp, logistic};
use crate::rules::{Move, Position, Proof};
use crate::threats::{answers, attack, FreeMoves};
use std::array::from_fn;

/// Evaluates positions with link distances: by missing pegs, bottlenecks and narrowness of both sides. Priors
/// decrease with the sum of a move's slacks for both sides.
pub struct DistanceEvaluator<const N: usize> {
    distances: Box<Distances<N>>,
    weights: DistanceWeights,
}

/// The weights of the features of link distances.
///
/// The value is the logistic function of `tempo` plus the weighted differences (opponent's feature minus own).
/// `need`, `bottleneck`, `narrowness` and `tempo` were fitted to the results of 136,000 positions from self-play
/// with link distances.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct DistanceWeights {
    /// The weight of missing pegs.
    pub need: f32,
    /// The weight of bottlenecks.
    pub bottleneck: f32,
    /// The weight of narrowness.
    pub narrowness: f32,
    /// The bonus for the side to move.
    pub tempo: f32,
    /// The decay of priors: exp(−`slack` · sum of the slacks).
    pub slack: f32,
}

impl Default for DistanceWeights {
    fn default() -> Self {
        DistanceWeights { need: 0.75, bottleneck: 0.27, narrowness: 0.2, tempo: 0.4, slack: 0.8 }
    }
}

/// The maximum number of pegs tried per side in the search for a forced win.
const ATTACK_BUDGET: u32 = 16;

impl<const N: usize> DistanceEvaluator<N> {
    /// Creates an evaluator with these weights.
    #[must_use]
    pub fn new(weights: DistanceWeights) -> Self {
        DistanceEvaluator { distances: Box::default(), weights }
    }

    /// Returns the distances measured last; after [`DistanceEvaluator::measure`], those of its position.
    pub(super) fn distances(&self) -> &Distances<N> {
        &self.distances
    }

    /// Measures the distances of a position, and returns its value for the side to move.
    pub fn measure(&mut self, position: &Position) -> Value {
        let (own, other) = sides(position);
        self.distances.measure(position.board());
        self.value_of(self.distances.of(own), self.distances.of(other))
    }

    /// Replaces the list by the moves of the position that was measured last, as [`Evaluator::evaluate`] does. Returns
    /// its value, which is `value` unless the result is proven. Overwrites the distances.
    pub(super) fn list(
        &mut self,
        position: &Position,
        mut value: Value,
        list: &mut MoveList,
    ) -> Value {
        let (own, other) = sides(position);
        let (board, distances) = (position.board(), &mut self.distances);
        let needs = [own, other].map(|side| distances.of(side).needed);
        list.clear();
        if needs[0] == Some(1) {
            let wins = holes_of(distances.of(own).slack[0]);
            list.extend(wins.map(|hole| (Move::Peg(hole), 1.0)));
        }
        if value.proof != Proof::Open {
            return value;
        }
        let threats = distances.of(other).slack[0];
        list_by_slack(position, distances, self.weights.slack, list);
        if needs[0] == Some(2) {
            if let Some(attack) = attack(board, own, FreeMoves::None, ATTACK_BUDGET, distances) {
                list.clear();
                list.push((Move::Peg(attack.first), 1.0));
                return Value::certain(Proof::Won);
            }
        }
        let defences = if needs[1] == Some(1) {
            Some(answers(position, threats, distances))
        } else if needs[1] == Some(2) {
            attack(board, other, FreeMoves::One, ATTACK_BUDGET, distances)
                .map(|attack| board.vacant(own).filter(|&hole| attack.depends_on(hole)).collect())
        } else {
            None
        };
        match defences {
            Some(holes) if holes.is_empty() => value = Value::certain(Proof::Lost),
            // All other moves lose.
            Some(holes) => {
                list.retain(|&(mv, _)| matches!(mv, Move::Peg(hole) if holes.contains(&hole)))
            }
            None => (),
        }
        let sum: f32 = list.iter().map(|(_, prior)| prior).sum();
        list.iter_mut().for_each(|(_, prior)| *prior /= sum);
        value
    }

    /// Returns the value of these distances for the side to move.
    fn value_of(&self, own: &SideDistances<N>, other: &SideDistances<N>) -> Value {
        let (need, their_need) = match (own.needed, other.needed) {
            (None, None) => return Value::certain(Proof::Drawn),
            (Some(1), _) => return Value::certain(Proof::Won),
            // A side that is cut off may still draw; it is rated as far behind.
            (own, other) => (needed(own), needed(other)),
        };
        let weights = &self.weights;
        let logit = weights.need * (their_need - need)
            + weights.bottleneck * (f32::from(other.bottlenecks) - f32::from(own.bottlenecks))
            + weights.narrowness * (other.narrowness - own.narrowness)
            + weights.tempo;
        Value::estimate(logistic(logit))
    }
}

fn needed(pegs: Option<u8>) -> f32 {
    pegs.map_or(20.0, f32::from)
}

impl<const N: usize> Default for DistanceEvaluator<N> {
    fn default() -> Self {
        Self::new(DistanceWeights::default())
    }
}

impl<const N: usize> Evaluator for DistanceEvaluator<N> {
    fn evaluate(&mut self, position: &Position, detail: Detail, list: &mut MoveList) -> Value {
        let value = self.measure(position);
        if detail == Detail::Value && value.proof == Proof::Open {
            list.clear();
            return value;
        }
        self.list(position, value, list)
    }
}

/// Lists all vacant holes, with priors that decrease with the sum of their slacks for the two sides.
fn list_by_slack<const N: usize>(
    position: &Position,
    distances: &Distances<N>,
    slack_weight: f32,
    list: &mut MoveList,
) {
    let (own, other) = sides(position);
    // By row and column; holes that are in no set have the largest sum.
    let mut sums = [[MAX_SLACK_SUM + 1; 24]; 24];
    for (sum, holes) in by_slack_sum(distances.of(own), distances.of(other)).enumerate() {
        holes_of(holes)
            .for_each(|hole| sums[usize::from(hole.row())][usize::from(hole.column())] = sum);
    }
    let priors: [f32; MAX_SLACK_SUM + 2] = from_fn(|sum| exp(-slack_weight * sum as f32));
    list.extend(position.board().vacant(own).map(|hole| {
        let sum = sums[usize::from(hole.row())][usize::from(hole.column())];
        (Move::Peg(hole), priors[sum])
    }));
}
