//! Evaluation of every position of a game.

use super::ReviewReport;
use crate::engine::EngineOptions;
use anyhow::{Context, Result};
use engine::player::{Answer, Player};
use engine::{move_of, side_after, winner};
use formats::{Ending, Game};
use serde::Serialize;
use twixt::geometry::Side;
use twixt::rules::{Ply, Position};
use twixt::search::Limits;

pub(super) struct Evaluation {
    pub(super) position: Position,
    /// Expected score of the player to move, from 0 to 1. With the `sides` swap that player may take
    /// the other side.
    pub(super) value: f64,
    /// The engine's move; `None` in a terminal position.
    pub(super) best: Option<Ply>,
    /// Principal variation, as holes or `SWAP`, without link changes.
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

/// Progress of a review.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReviewProgress {
    /// Index of the current position.
    pub position: usize,
    /// Number of positions.
    pub of: usize,
}

/// A review that is computed in slices, so that the caller can report progress and stop it between them.
pub struct Analysis {
    game: Game,
    engine: EngineOptions,
    player: Player,
    /// The position after `evaluations.len()` plies.
    position: Position,
    plies: Vec<Ply>,
    /// Evaluations per position.
    budget: u64,
    /// Evaluations left of the current position's budget.
    left: u64,
    evaluations: Vec<Evaluation>,
}

impl Analysis {
    /// Starts the review of a game's main line.
    ///
    /// # Errors
    ///
    /// If the engine has no node budget or cannot be set up.
    pub fn new(game: &Game, engine: &EngineOptions) -> Result<Analysis> {
        let position = game.start();
        let budget = engine.nodes;
        let budget =
            budget.context("cannot review without a node budget; pass --level or --nodes")?;
        Ok(Analysis {
            player: engine.player(&position)?,
            position,
            plies: game.main_line().map(|node| node.ply).collect(),
            budget,
            left: budget,
            evaluations: Vec::new(),
            game: game.clone(),
            engine: engine.clone(),
        })
    }

    /// Returns the progress.
    #[must_use]
    pub fn progress(&self) -> ReviewProgress {
        ReviewProgress { position: self.evaluations.len(), of: self.plies.len() + 1 }
    }

    /// Searches the current position until its budget is used or `slice` stops the search. The slices do not
    /// influence the result. Returns whether all positions are evaluated.
    ///
    /// # Errors
    ///
    /// If the game breaks a rule.
    pub fn advance(&mut self, slice: &Limits) -> Result<bool> {
        if self.evaluations.len() > self.plies.len() {
            return Ok(true);
        }
        let position = &self.position;
        self.evaluations.push(match Ending::on_board(position) {
            Some(Ending { winner, .. }) => Evaluation::over(position.clone(), winner),
            None => {
                self.player.set_position(position);
                let limits = Limits { nodes: Some(self.left), ..slice.clone() };
                let answer = self.player.think(&limits);
                self.left = self.left.saturating_sub(answer.evals);
                if self.left > 0 && !self.player.is_final(&answer) {
                    return Ok(false);
                }
                Evaluation::new(position.clone(), answer)
            }
        });
        self.left = self.budget;
        match self.plies.get(self.evaluations.len() - 1) {
            Some(ply) => self.position.play_ply(ply)?,
            None => return Ok(true),
        }
        Ok(false)
    }

    /// Returns the report of a complete review; a turn that loses at least `blunder`, from 0 to 1, is a blunder.
    ///
    /// # Errors
    ///
    /// If no position is evaluated.
    pub fn report(&self, blunder: f64) -> Result<ReviewReport> {
        ReviewReport::new(&self.game, &self.evaluations, &self.engine, blunder)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::SearchFlags;
    use std::sync::atomic::{AtomicU32, Ordering};
    use twixt::geometry::Size;
    use twixt::rules::{Linking, Rules, SwapRule};

    /// Returns limits that stop a slice after a few simulations.
    fn short() -> Limits {
        let calls = AtomicU32::new(0);
        Limits::stop(move || calls.fetch_add(1, Ordering::Relaxed) > 4)
    }

    #[test]
    fn slices_do_not_influence_a_review() {
        let engine = EngineOptions::at_fixed_nodes(SearchFlags::default(), 107);
        for (linking, size) in [(Linking::Pp, 12), (Linking::Standard, 10)] {
            let rules = Rules { linking, swap: SwapRule::None };
            let game = Game::new(Size::new(size).unwrap(), rules);
            let game = game.and_plies(["D6", "F4", "E8"].map(|ply| ply.parse().unwrap())).unwrap();
            let reviewed = |slice: fn() -> Limits| {
                let mut analysis = Analysis::new(&game, &engine).unwrap();
                let mut slices = 1;
                while !analysis.advance(&slice()).unwrap() {
                    slices += 1;
                }
                (slices, serde_json::to_string(&analysis.report(0.2).unwrap()).unwrap())
            };
            let (count, sliced) = reviewed(short);
            let (positions, complete) = reviewed(Limits::default);
            assert!(count > 10 && positions == 4, "{count} {positions}");
            assert_eq!(sliced, complete);
        }
    }

    #[test]
    fn progress_counts_positions() {
        let game = Game::new(Size::ARENA, Rules::ARENA);
        let game = game.and_plies(["D6", "F4"].map(|ply| ply.parse().unwrap())).unwrap();
        let engine = EngineOptions::at_fixed_nodes(SearchFlags::default(), 1 << 30);
        let mut analysis = Analysis::new(&game, &engine).unwrap();
        let at = |position| ReviewProgress { position, of: 3 };
        assert_eq!(analysis.progress(), at(0));
        // The first peg needs no search.
        for _ in 0..2 {
            assert!(!analysis.advance(&short()).unwrap());
            assert_eq!(analysis.progress(), at(1));
        }
    }
}
