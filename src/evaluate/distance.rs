use super::{sides, Evaluator, MoveList, Value};
use crate::distance::{by_slack_sum, holes_of, Distances, SideDistances};
use crate::geometry::Hole;
use crate::logistic::{exp, logistic};
use crate::rules::{Move, Position, Proof};
use crate::threats::{answers, attack, FreeMoves};

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

/// The maximum number of listed moves.
const MAX_MOVES: usize = 80;
/// The maximum number of pegs tried per side in the search for a forced win.
const ATTACK_BUDGET: u32 = 16;

impl<const N: usize> DistanceEvaluator<N> {
    /// Creates an evaluator with these weights.
    #[must_use]
    pub fn new(weights: DistanceWeights) -> Self {
        DistanceEvaluator { distances: Box::default(), weights }
    }

    /// Returns the distances measured last; after [`Evaluator::value`], those of its position.
    pub(super) fn distances(&self) -> &Distances<N> {
        &self.distances
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
    fn value(&mut self, position: &Position) -> Value {
        let (own, other) = sides(position);
        self.distances.measure(position.board());
        self.value_of(self.distances.of(own), self.distances.of(other))
    }

    fn moves(&mut self, position: &Position, list: &mut MoveList) -> Proof {
        let (own, other) = sides(position);
        self.distances.measure(position.board());
        list.moves.clear();
        list.complete = true;
        if self.distances.of(own).needed == Some(1) {
            let wins = holes_of(self.distances.of(own).slack[0]);
            list.moves.extend(wins.map(|hole| (Move::Peg(hole), 1.0)));
            return Proof::Won;
        }
        let needs = [own, other].map(|side| self.distances.of(side).needed);
        let threats = self.distances.of(other).slack[0];
        list_by_slack(position, &self.distances, self.weights.slack, list);
        let board = position.board();
        if needs[0] == Some(2) {
            let found = attack(board, own, FreeMoves::None, ATTACK_BUDGET, &mut self.distances);
            if let Some(attack) = found {
                list.moves.clear();
                list.moves.push((Move::Peg(attack.first), 1.0));
                list.complete = true;
                return Proof::Won;
            }
        }
        let mut proof = Proof::Open;
        if needs[1] == Some(1) {
            let answers = answers(position, threats, &mut self.distances);
            proof = keep_only(list, &answers);
        } else if needs[1] == Some(2) {
            let found = attack(board, other, FreeMoves::One, ATTACK_BUDGET, &mut self.distances);
            if let Some(attack) = found {
                let defences = board.vacant(own).filter(|&hole| attack.depends_on(hole));
                proof = keep_only(list, &defences.collect::<Vec<_>>());
            }
        }
        let sum: f32 = list.moves.iter().map(|(_, prior)| prior).sum();
        list.moves.iter_mut().for_each(|(_, prior)| *prior /= sum);
        proof
    }
}

/// Restricts the list to these holes, since all other moves lose; holes not yet listed are appended. Without
/// holes the position is lost, and the list remains unchanged.
fn keep_only(list: &mut MoveList, holes: &[Hole]) -> Proof {
    list.complete = true;
    if holes.is_empty() {
        return Proof::Lost;
    }
    list.moves.retain(|&(mv, _)| matches!(mv, Move::Peg(hole) if holes.contains(&hole)));
    for &hole in holes {
        if !list.moves.iter().any(|&(mv, _)| mv == Move::Peg(hole)) {
            list.moves.push((Move::Peg(hole), 1e-3));
        }
    }
    Proof::Open
}

/// Lists holes in ascending order of the sum of their slacks for the two sides.
fn list_by_slack<const N: usize>(
    position: &Position,
    distances: &Distances<N>,
    slack_weight: f32,
    list: &mut MoveList,
) {
    let (size, to_move) = (position.size(), position.to_move());
    let (own, other) = (distances.of(to_move), distances.of(!to_move));
    let (mut prior, decay) = (1.0, exp(-slack_weight));
    for holes in by_slack_sum(own, other) {
        for hole in holes_of(holes).filter(|&hole| size.open_to(to_move, hole)) {
            if list.moves.len() >= MAX_MOVES {
                list.complete = false;
                return;
            }
            list.moves.push((Move::Peg(hole), prior));
        }
        prior *= decay;
    }
    list.complete = false;
}
