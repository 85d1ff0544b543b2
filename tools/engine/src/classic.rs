//! The evaluator for classic rules.

use twixt::evaluate::{by_distance, Detail, Evaluator, MoveList, Value};
use twixt::geometry::{Hole, Size};
use twixt::rules::{Move, Position, Proof, Removal};

/// Adapts an evaluator for PP rules to classic rules: lists moves that remove own links, and converts proofs to estimates.
///
/// Proofs by link distances assume that own links never block one another and are not removed, so under classic rules a
/// proven result may be wrong.
pub struct Classic {
    evaluator: Box<dyn Evaluator>,
    /// Compares a removal with the peg alone; `None` if links are never removed.
    removals: Option<Box<dyn Evaluator>>,
}

/// The value that replaces a proven win; a proven loss gets its complement.
const NEARLY_WON: f32 = 0.98;
/// The prior of a move that the evaluator considers a proven loss.
const UNLISTED_PRIOR: f32 = 1e-3;
/// The maximum number of removals at a node.
const MAX_REMOVALS: usize = 8;
/// The amount by which a removal must improve the value by link distances.
const MIN_GAIN: f32 = 0.001;
/// The share of a removal's gain that is added to the prior of its peg.
const PRIOR_PER_GAIN: f32 = 0.2;

impl Classic {
    /// Adapts an evaluator of boards of this size.
    #[must_use]
    pub fn new(evaluator: Box<dyn Evaluator>, size: Size) -> Classic {
        Classic { evaluator, removals: Some(by_distance(size)) }
    }

    /// Adapts an evaluator without listing removals.
    #[must_use]
    pub fn keeping_links(evaluator: Box<dyn Evaluator>) -> Classic {
        Classic { evaluator, removals: None }
    }

    /// Adds the removals that gain most.
    fn add_removals(&mut self, position: &Position, list: &mut MoveList) {
        let Some(distance) = &mut self.removals else { return };
        // The value for the side to move in `position`, after its move.
        let mut value = |mv: Move| {
            let mut after = position.clone();
            let played = after.play(mv);
            debug_assert!(played.is_ok());
            match after.outcome() {
                Some(_) => 1.0,
                None => {
                    1.0 - distance.evaluate(&after, Detail::Value, &mut MoveList::new()).expected
                }
            }
        };
        let mut pegs: Vec<(Hole, f32)> = Vec::new();
        let mut found: Vec<(Move, f32, f32)> = Vec::new();
        for removal in Removal::all(position) {
            let (mv, hole) = (Move::Removing(removal), removal.hole());
            let without = match pegs.iter().find(|(other, _)| *other == hole) {
                Some(&(_, value)) => value,
                None => {
                    pegs.push((hole, value(Move::Peg(hole))));
                    pegs[pegs.len() - 1].1
                }
            };
            let with = value(mv);
            if with > without + MIN_GAIN {
                let peg = list.iter().find(|(listed, _)| *listed == Move::Peg(hole));
                let prior = peg.map_or(0.0, |peg| peg.1) + PRIOR_PER_GAIN * (with - without);
                found.push((mv, prior, with));
            }
        }
        found.sort_by(|a, b| b.2.total_cmp(&a.2).then(a.0.cmp(&b.0)));
        list.extend(found.into_iter().take(MAX_REMOVALS).map(|(mv, prior, _)| (mv, prior)));
    }
}

impl Evaluator for Classic {
    fn evaluate(&mut self, position: &Position, detail: Detail, list: &mut MoveList) -> Value {
        // Priors are never refined under classic rules.
        let detail = if detail == Detail::Refined { Detail::Moves } else { detail };
        let value = self.evaluator.evaluate(position, detail, list);
        if detail == Detail::Moves || !list.is_empty() {
            // The proven losses were not listed.
            let lost = position.board().vacant(position.to_move()).map(Move::Peg);
            let lost = lost.filter(|mv| list.iter().all(|known| known.0 != *mv));
            let lost: Vec<Move> = lost.collect();
            list.extend(lost.into_iter().map(|mv| (mv, UNLISTED_PRIOR)));
            self.add_removals(position, list);
        }
        Value::estimate(match value.proof {
            Proof::Open => value.expected,
            Proof::Won => NEARLY_WON,
            Proof::Lost => 1.0 - NEARLY_WON,
            Proof::Drawn => 0.5,
        })
    }
}
