//! An evaluator for classic rules.

use twixt::evaluate::{Detail, Evaluator, MoveList, Value};
use twixt::rules::{Move, Position, Proof};

/// Converts the proofs of an evaluator to estimates. Proofs by link distances assume that own links never
/// block one another and are not removed, so under classic rules a proven result may be wrong.
pub struct HintsOnly(Box<dyn Evaluator>);

/// The value that replaces a proven win; a proven loss gets its complement.
const NEARLY_WON: f32 = 0.98;
/// The prior of a move that the evaluator considers a proven loss.
const UNLISTED_PRIOR: f32 = 1e-3;

impl HintsOnly {
    /// Wraps an evaluator.
    #[must_use]
    pub fn new(evaluator: Box<dyn Evaluator>) -> HintsOnly {
        HintsOnly(evaluator)
    }
}

impl Evaluator for HintsOnly {
    fn evaluate(&mut self, position: &Position, detail: Detail, list: &mut MoveList) -> Value {
        // Priors are never refined under classic rules.
        let detail = if detail == Detail::Refined { Detail::Moves } else { detail };
        let value = self.0.evaluate(position, detail, list);
        if detail == Detail::Moves || !list.is_empty() {
            // The proven losses were not listed.
            let lost = position.board().vacant(position.to_move()).map(Move::Peg);
            let lost = lost.filter(|mv| list.iter().all(|known| known.0 != *mv));
            let lost: Vec<Move> = lost.collect();
            list.extend(lost.into_iter().map(|mv| (mv, UNLISTED_PRIOR)));
        }
        Value::estimate(match value.proof {
            Proof::Open => value.expected,
            Proof::Won => NEARLY_WON,
            Proof::Lost => 1.0 - NEARLY_WON,
            Proof::Drawn => 0.5,
        })
    }
}
