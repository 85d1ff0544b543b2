use super::{Evaluator, MoveList, Played, Value};
use crate::geometry::BySide;
use crate::playout::{play_out, Vacant};
use crate::random::Random;
use crate::rules::{Position, Proof};

/// Values a position by one uniform random playout and thinks all its moves alike.
pub struct PlayoutEvaluator {
    random: Random,
    played: BySide<Played>,
}

impl PlayoutEvaluator {
    /// An evaluator whose playouts follow from `seed`.
    #[must_use]
    pub fn new(seed: u64) -> PlayoutEvaluator {
        PlayoutEvaluator { random: Random::new(seed), played: BySide::default() }
    }
}

impl Evaluator for PlayoutEvaluator {
    fn value(&mut self, position: &Position) -> Value {
        let mut board = position.board().clone();
        let mut vacant = Vacant::of(&board);
        let to_move = position.to_move();
        let mut side = to_move;
        self.played = BySide::default();
        let result = play_out(&mut board, &mut vacant, to_move, &mut self.random, |hole| {
            self.played[side].add(hole);
            side = !side;
        });
        Value::estimate(match result.winner {
            Some(winner) if winner == to_move => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        })
    }

    fn moves(&mut self, position: &Position, list: &mut MoveList) -> Proof {
        let count = position.moves().count();
        list.fill_up(position, &[], 1.0 / count as f32);
        // All moves look alike, so their order is left to chance.
        for last in (1..list.moves.len()).rev() {
            list.moves.swap(last, self.random.below(last as u32 + 1) as usize);
        }
        Proof::Open
    }

    fn played(&self) -> Option<&BySide<Played>> {
        Some(&self.played)
    }
}
