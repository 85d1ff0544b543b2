//! A game under the arena's rules: its moves and the position after them.

use records::seat::Seat;
use twixt::geometry::{Hole, Size};
use twixt::rules::{Move, PlayError, Position};

/// A game under the arena's rules, from its first ply.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    moves: Vec<Move>,
}

impl Game {
    /// Creates a game on an empty board.
    #[must_use]
    pub fn new(size: Size) -> Game {
        Game { position: Position::new(size), moves: Vec::new() }
    }

    /// Returns the position after the moves.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the player to move, also after the end of the game.
    #[must_use]
    pub fn to_move(&self) -> Seat {
        self.position.to_move().into()
    }

    /// Plays a move for the player to move.
    ///
    /// # Errors
    /// If the move is illegal; the game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        self.position.play(mv)?;
        self.moves.push(mv);
        Ok(())
    }

    /// Returns the hole of the last move's peg, after a swap its new hole; `None` before the first move.
    #[must_use]
    pub fn last_peg(&self) -> Option<Hole> {
        match *self.moves {
            [.., Move::Peg(hole)] => Some(hole),
            [Move::Peg(first), Move::Swap] => Some(first.transposed()),
            _ => None,
        }
    }
}
