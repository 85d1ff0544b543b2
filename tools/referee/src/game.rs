//! A game: its plies and the position after them.

use records::seat::Seat;
use twixt::geometry::{Hole, Size};
use twixt::rules::{Ply, Position, TurnError};

/// A game from its first ply.
#[derive(Clone, Debug)]
pub struct Game {
    position: Position,
    plies: Vec<Ply>,
}

impl From<Position> for Game {
    /// Starts a game on this board, under its rules.
    fn from(position: Position) -> Game {
        Game { position, plies: Vec::new() }
    }
}

impl Game {
    /// Creates a game under the arena's rules on an empty board.
    pub fn new(size: Size) -> Game {
        Position::new(size).into()
    }

    /// Returns the position after the plies.
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the plies so far.
    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the player to move, also after the end of the game.
    pub fn to_move(&self) -> Seat {
        self.position.to_move().into()
    }

    /// Plays a ply for the player to move.
    ///
    /// # Errors
    /// If the ply is illegal; the game is then unchanged.
    pub fn play(&mut self, ply: impl Into<Ply>) -> Result<(), TurnError> {
        let ply = ply.into();
        self.position.play_ply(&ply)?;
        self.plies.push(ply);
        Ok(())
    }

    /// Returns the hole of the last ply's peg, after a swap its new hole; `None` before the first ply.
    pub fn last_peg(&self) -> Option<Hole> {
        match &*self.plies {
            [.., Ply::Turn(turn)] => Some(turn.peg),
            [Ply::Turn(first), Ply::Swap] => Some(first.peg.transposed()),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::turn;

    #[test]
    fn the_last_peg_after_a_swap_is_the_reflected_one() {
        let last = |moves: &str| {
            let mut game = Game::new(Size::MIN);
            for text in moves.split_whitespace() {
                game.play(game.position().ply(turn::answer(text).unwrap().0)).unwrap();
            }
            game.last_peg()
        };
        assert_eq!(last("D2 SWAP"), Some(Hole::new(1, 3)));
        assert_eq!(last("D2 SWAP C1"), Some(Hole::new(2, 0)));
        assert_eq!(last(""), None);
    }
}
