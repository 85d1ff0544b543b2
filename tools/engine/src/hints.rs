//! An evaluator for classic rules.

use twixt::evaluate::{Evaluator, MoveList, Value};
use twixt::rules::{Move, Position, Proof};

/// Converts the proofs of an evaluator to estimates. Proofs by link distances assume that own links never
/// block one another and are not removed, so under classic rules a proven result may be wrong.
pub struct HintsOnly(Box<dyn Evaluator>);

/// The value that replaces a proven win; a proven loss gets its complement.
const NEARLY_WON: f32 = 0.98;

impl HintsOnly {
    /// Wraps an evaluator.
    #[must_use]
    pub fn new(evaluator: Box<dyn Evaluator>) -> HintsOnly {
        HintsOnly(evaluator)
    }
}

impl Evaluator for HintsOnly {
    fn value(&mut self, position: &Position) -> Value {
        let value = self.0.value(position);
        Value::estimate(match value.proof {
            Proof::Open => value.expected,
            Proof::Won => NEARLY_WON,
            Proof::Lost => 1.0 - NEARLY_WON,
            Proof::Drawn => 0.5,
        })
    }

    fn moves(&mut self, position: &Position, list: &mut MoveList) -> Proof {
        self.0.moves(position, list);
        list.complete = false;
        Proof::Open
    }

    fn more_moves(
        &mut self,
        position: &Position,
        known: &[Move],
        at_most: usize,
        _refined: bool,
        list: &mut MoveList,
    ) {
        // Priors are never refined under classic rules.
        self.0.more_moves(position, known, at_most, false, list);
        list.complete = false;
    }

    fn is_slow(&self) -> bool {
        self.0.is_slow()
    }
}
