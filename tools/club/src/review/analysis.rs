//! Engine evaluation of every position of a game.

use crate::engine::EngineOptions;
use anyhow::Result;
use engine::player::{Answer, Player};
use engine::{move_of, side_after, winner};
use formats::{Ending, Game};
use serde::Serialize;
use twixt::geometry::Side;
use twixt::rules::{Ply, Position, Proof};
use twixt::search::Limits;

/// A position of a game and its evaluation by the engine.
pub(super) struct Evaluation {
    pub(super) position: Position,
    /// Expected score of the player to move: 1 a win, 0 a loss. With the `sides` swap that player may
    /// end up with the other side.
    pub(super) value: f64,
    /// The engine's move; `None` if the game is over.
    pub(super) best: Option<Ply>,
    /// The principal variation, as holes or `SWAP`, without link changes.
    pub(super) line: Vec<String>,
    /// The side with a proven win.
    pub(super) proven: Option<Side>,
}

impl Evaluation {
    /// Returns the value for the vertical side.
    pub(super) fn vertical(&self) -> f64 {
        match side_after(&self.position, self.best.as_ref().map(move_of)) {
            Side::Vertical => self.value,
            Side::Horizontal => 1.0 - self.value,
        }
    }

    fn over(position: Position, winner: Option<Side>) -> Evaluation {
        let value = match winner {
            Some(side) if side == position.to_move() => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        Evaluation { position, value, best: None, line: Vec::new(), proven: winner }
    }

    fn new(position: Position, answer: Answer) -> Evaluation {
        let side = side_after(&position, answer.ply.as_ref().map(move_of));
        let proven = winner(answer.proof, side);
        let value =
            proven.map_or(f64::from(answer.value), |winner| f64::from(u8::from(winner == side)));
        let line = answer.line.iter().map(ToString::to_string).collect();
        Evaluation { position, value, best: answer.ply, line, proven }
    }
}

/// The progress of a review.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The current position, counted from 0.
    pub position: usize,
    /// The number of positions.
    pub of: usize,
}

/// Evaluations between two calls of `proceed`: some hundredths of a second.
const SLICE_EVALS: u64 = 256;

/// Evaluates the position before every ply of the main line, and the last position. Calls `proceed` repeatedly, at
/// least once per position; returns `None` as soon as it returns false.
pub(super) fn analyse(
    game: &Game,
    engine: &EngineOptions,
    proceed: &mut dyn FnMut(Progress) -> bool,
) -> Result<Option<Vec<Evaluation>>> {
    let mut position = game.start();
    let mut player = engine.player(&position)?;
    let mut plies = game.main_line().map(|node| node.ply);
    let of = game.main_line().count() + 1;
    let mut evaluations = Vec::new();
    loop {
        let progress = Progress { position: evaluations.len(), of };
        evaluations.push(match Ending::on_board(&position) {
            Some(Ending { winner, .. }) if proceed(progress) => {
                Evaluation::over(position.clone(), winner)
            }
            None => {
                player.set_position(&position);
                let answer = search(&mut player, engine, &mut || proceed(progress));
                let Some(answer) = answer else { return Ok(None) };
                Evaluation::new(position.clone(), answer)
            }
            Some(_) => return Ok(None),
        });
        let Some(ply) = plies.next() else { return Ok(Some(evaluations)) };
        position.play_ply(&ply)?;
    }
}

/// Searches within the engine's limits; at fixed nodes in slices, with a call of `proceed` before each. Returns
/// `None` when that returns false.
fn search(
    player: &mut Player,
    engine: &EngineOptions,
    proceed: &mut dyn FnMut() -> bool,
) -> Option<Answer> {
    let Some(mut left) = engine.nodes else {
        return proceed().then(|| player.think(&engine.limits(None)));
    };
    loop {
        if !proceed() {
            return None;
        }
        let slice = left.min(SLICE_EVALS);
        let answer = player.think(&Limits::nodes(slice));
        left -= slice;
        if left == 0 || answer.proof != Proof::Open || player.is_known() {
            return Some(answer);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SearchFlags;
    use twixt::geometry::Size;
    use twixt::rules::{Linking, Rules, SwapRule};

    #[test]
    fn a_sliced_search_gives_the_answer_of_one_search() {
        let engine = EngineOptions::at_fixed_nodes(SearchFlags::default(), 3 * SLICE_EVALS + 7);
        for (linking, size) in [(Linking::Pp, 12), (Linking::Standard, 10)] {
            let rules = Rules { linking, swap: SwapRule::None };
            let mut position = Position::with_rules(Size::new(size).unwrap(), rules);
            for peg in ["D6", "F4", "E8"] {
                position.play_ply(&peg.parse().unwrap()).unwrap();
            }
            let mut player = engine.player(&position).unwrap();
            let expected = player.think(&engine.limits(None));
            let mut player = engine.player(&position).unwrap();
            assert_eq!(search(&mut player, &engine, &mut || true), Some(expected));
        }
    }

    #[test]
    fn a_review_stops_when_proceed_returns_false() {
        let game = Game::new(Size::ARENA, Rules::ARENA);
        let game = game.and_plies(["D6", "F4"].map(|ply| ply.parse().unwrap())).unwrap();
        let engine = EngineOptions::at_fixed_nodes(SearchFlags::default(), 1 << 30);
        let mut calls = Vec::new();
        let evaluations = analyse(&game, &engine, &mut |progress| {
            calls.push(progress);
            calls.len() < 3
        });
        assert!(evaluations.unwrap().is_none());
        // The first peg needs no search.
        let at = |position| Progress { position, of: 3 };
        assert_eq!(calls, [at(0), at(1), at(1)]);
    }
}
