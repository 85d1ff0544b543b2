//! What the engine thinks of every position of a game.

use crate::ending;
use crate::engine::EngineOptions;
use anyhow::Result;
use formats::Game;
use indicatif::ProgressBar;
use twixt::geometry::Side;
use twixt::player::Answer;
use twixt::rules::{Ply, Position, Proof, SwapRule};

/// A position of a game, and what the engine thinks of it.
pub(super) struct Look {
    pub(super) position: Position,
    /// What the player to move expects: 1 a win, 0 a loss. By the swap of sides that player may
    /// take the other side.
    pub(super) value: f64,
    /// What the engine would play; `None` if the game is over.
    pub(super) best: Option<Ply>,
    /// The likeliest continuation, as holes or `SWAP`, links left out.
    pub(super) line: Vec<String>,
    /// Who wins for certain, a side.
    pub(super) proven: Option<Side>,
}

impl Look {
    /// The value for the vertical side, whoever plays it.
    pub(super) fn vertical(&self) -> f64 {
        // After a swap of sides who swapped has the other side, and so have the values.
        let exchanges =
            self.position.rules().swap == SwapRule::Sides && self.best == Some(Ply::Swap);
        let vertical = (self.position.to_move() == Side::Vertical) != exchanges;
        if vertical {
            self.value
        } else {
            1.0 - self.value
        }
    }

    fn over(position: Position, winner: Option<Side>) -> Look {
        let value = match winner {
            Some(side) if side == position.to_move() => 1.0,
            Some(_) => 0.0,
            None => 0.5,
        };
        Look { position, value, best: None, line: Vec::new(), proven: winner }
    }

    fn new(position: Position, answer: Answer) -> Look {
        let side = position.to_move();
        // A swap of sides that wins does so for the other side.
        let exchanges = position.rules().swap == SwapRule::Sides && answer.ply == Some(Ply::Swap);
        let (mine, other) = if exchanges { (!side, side) } else { (side, !side) };
        let (value, proven) = match answer.proof {
            Proof::Won => (1.0, Some(mine)),
            Proof::Lost => (0.0, Some(other)),
            _ => (f64::from(answer.value), None),
        };
        let line = answer.line.iter().map(ToString::to_string).collect();
        Look { position, value, best: answer.ply, line, proven }
    }
}

/// Looks at the position before every ply of the main line, and at the last one. The bar goes on by
/// one for each.
pub(super) fn analyse(game: &Game, engine: &EngineOptions, bar: &ProgressBar) -> Result<Vec<Look>> {
    let mut position = game.start();
    let mut player = engine.player(&position)?;
    let mut plies = game.main_line().map(|node| node.ply);
    bar.set_length(game.main_line().count() as u64 + 1);
    bar.tick();
    let mut looks = Vec::new();
    loop {
        looks.push(match ending::on_board(&position) {
            Some((winner, _)) => Look::over(position.clone(), winner),
            None => {
                player.set(&position);
                Look::new(position.clone(), player.think(&engine.limits(None)))
            }
        });
        bar.inc(1);
        let Some(ply) = plies.next() else { return Ok(looks) };
        position.play_ply(&ply)?;
    }
}
