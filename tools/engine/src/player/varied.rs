//! The choice of a turn at a grade.

use super::{loses, Answer, Grade, Player};
use crate::candidates::Candidate;
use crate::sampling;
use twixt::distance::{holes_of, Distances};
use twixt::geometry::{Hole, Symmetry};
use twixt::random::Random;
use twixt::rules::{Linking, Move, Ply, Position, Proof};
use twixt::search::Limits;

impl Player {
    /// Searches a position from scratch with the evaluations of a grade, and chooses a turn as [`Player::varied`]
    /// does.
    pub fn choose_at(&mut self, position: &Position, grade: Grade, seed: u64) -> Answer {
        self.restart(position);
        let answer = self.think(&Limits::nodes(grade.evals(position)));
        self.varied(answer, grade, seed)
    }

    /// Returns the turn of a grade; `answer` is the result of a search from scratch with [`Grade::evals`]. A swap
    /// and a win in one move remain unchanged.
    ///
    /// Position, grade and seed determine the turn.
    pub fn varied(&self, answer: Answer, grade: Grade, seed: u64) -> Answer {
        let position = &self.position;
        let Some(Ply::Turn(turn)) = &answer.ply else { return answer };
        let (best, settings) = (turn.peg, grade.settings());
        let mut random = random(position, grade, seed);
        if position.pegs() == 0 {
            let mirror = Symmetry::MIRRORS[random.below(4) as usize];
            return played(answer, mirror.hole(best, position.size()));
        }
        if self.is_known() {
            return answer;
        }
        if random.below(100) < settings.overlooks {
            let holes = own_path(position);
            if let Some(&hole) = holes.get(random.below(holes.len() as u32) as usize) {
                return played(answer, hole);
            }
        }
        if answer.proof != Proof::Open || position.pegs() >= settings.best_from {
            return answer;
        }
        let Some(candidate) = self.sampled(grade, &mut random) else { return answer };
        let is_safe = |ply: &Ply| match ply {
            Ply::Turn(turn) => position.rules().linking == Linking::Pp || !loses(position, turn),
            Ply::Swap => false,
        };
        if Some(&candidate.ply) == answer.ply.as_ref() || !is_safe(&candidate.ply) {
            return answer;
        }
        let value = if candidate.visits > 0 { candidate.value } else { answer.value };
        let Candidate { ply, line, .. } = candidate;
        Answer { ply: Some(ply), value, line, proof: Proof::Open, ..answer }
    }

    /// Samples among the unproven peg moves with the largest weights.
    fn sampled(&self, grade: Grade, random: &mut Random) -> Option<Candidate> {
        let settings = grade.settings();
        let turns = self
            .candidates()
            .into_iter()
            .filter(|candidate| candidate.proof == Proof::Open && candidate.ply != Ply::Swap);
        let weighted = turns.map(|candidate| {
            let by_prior = settings.evals == 1;
            let weight = if by_prior { candidate.prior } else { candidate.visits as f32 };
            (candidate, raised(weight, settings.exponent))
        });
        let mut choices: Vec<(Candidate, f64)> = weighted.collect();
        // The sort is stable, so that the order of the candidates breaks ties.
        choices.sort_by(|a, b| b.1.total_cmp(&a.1));
        choices.truncate(settings.choices);
        sampling::weighted(&choices, random)
    }
}

/// Returns `weight` to the power of `quarters`/4. Square roots and products are rounded the same way on every
/// machine, unlike `powf`.
fn raised(weight: f32, quarters: u32) -> f64 {
    let root = f64::from(weight).max(0.0).sqrt().sqrt();
    (0..quarters).fold(1.0, |power, _| power * root)
}

/// Returns the answer with a peg in `hole`, without a proof.
fn played(answer: Answer, hole: Hole) -> Answer {
    Answer { ply: Some(hole.into()), line: vec![hole.into()], proof: Proof::Open, ..answer }
}

/// Returns the random numbers for a turn.
fn random(position: &Position, grade: Grade, seed: u64) -> Random {
    let turn = position.board().key() ^ (position.to_move().index() as u64) << 32;
    let mixed = Random::new(seed).bits() ^ Random::new(turn).bits();
    Random::new(mixed ^ u64::from(grade.number()))
}

/// Returns the holes on the shortest paths of the side to move between its borders; none if one peg completes a path
/// or no path is left.
fn own_path(position: &Position) -> Vec<Hole> {
    let side = position.to_move();
    let mut distances = Box::<Distances<12>>::default();
    distances.measure_side(position.board(), side);
    let own = distances.of(side);
    let legal = |hole: &Hole| position.check(Move::Peg(*hole)).is_ok();
    match own.needed {
        Some(2..) => holes_of(own.slack[0]).filter(legal).collect(),
        _ => Vec::new(),
    }
}
