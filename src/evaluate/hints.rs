use super::{Evaluator, MoveList, Value};
use crate::rules::{Position, Proof};

/// Another evaluator whose proofs count as strong hints only.
///
/// What link distances prove rests on own links never being in one another's way. By the classic
/// rules they are, and may be taken away besides, so that a lost race may be won; there only the
/// rules themselves, at the end of a game, are certain.
pub struct HintsOnly(Box<dyn Evaluator>);

/// What a proven win or loss is taken to be worth.
const NEARLY_WON: f32 = 0.98;

impl HintsOnly {
    /// The evaluator without its proofs.
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

    fn is_slow(&self) -> bool {
        self.0.is_slow()
    }

    #[cfg(not(bundled))]
    fn judges_first_pegs(&self) -> bool {
        self.0.judges_first_pegs()
    }
}
