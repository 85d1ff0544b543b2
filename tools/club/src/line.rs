//! A game as it is played: every position since the start, so that turns can be taken back.

use twixt::rules::{Ply, Position, TurnError};

/// The positions of a game, and the plies between them.
#[derive(Clone, Debug)]
pub struct Line {
    /// The start and all positions since; never empty.
    positions: Vec<Position>,
    plies: Vec<Ply>,
}

impl Line {
    /// A game that begins at `start`.
    #[must_use]
    pub fn new(start: Position) -> Line {
        Line { positions: vec![start], plies: Vec::new() }
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.positions[0]
    }

    /// Where it stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.positions[self.positions.len() - 1]
    }

    /// What was played.
    #[must_use]
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Plays for the side to move.
    ///
    /// # Errors
    ///
    /// The rule that the ply breaks; nothing has changed then.
    pub fn play(&mut self, ply: Ply) -> Result<(), TurnError> {
        let mut next = self.position().clone();
        next.play_ply(&ply)?;
        self.positions.push(next);
        self.plies.push(ply);
        Ok(())
    }

    /// Takes the last ply back; whether there was one.
    pub fn take_back(&mut self) -> bool {
        let there = self.plies.pop().is_some();
        if there {
            self.positions.pop();
        }
        there
    }
}
