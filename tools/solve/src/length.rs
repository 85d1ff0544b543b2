//! Lengths of forced wins, shortest wins and longest resistance.

use crate::bitboard::Bitboard;
use crate::prove::Game;
use crate::search::{Goal, Prover};
use twixt::geometry::{Hole, Side};

impl<P: Bitboard> Prover<P> {
    /// Returns the move of the longest resistance in a lost position, and the number of pegs that the opponent needs to
    /// win after it; `None` if the position is not lost or `limit` nodes did not suffice.
    pub fn resistance(&mut self, game: &Game<P>, limit: u64) -> Option<(Hole, u8)> {
        let end = self.nodes.saturating_add(limit);
        let lengths = self.lengths(game, !game.mover);
        let mut longest = (self.moves(game).next()?, *lengths.start());
        for pegs in lengths {
            match self.wins_within(game, !game.mover, pegs, end)? {
                (false, hole) => longest = (hole?, pegs + 1),
                (true, _) => return Some(longest),
            }
        }
        None
    }

    /// Returns the first move of the shortest win in a won position, and the number of pegs that the win takes,
    /// this move's included; `None` if the position is not won or `limit` nodes did not suffice.
    pub fn shortest_win(&mut self, game: &Game<P>, limit: u64) -> Option<(Hole, u8)> {
        let (pegs, hole) = self.shortest(game, game.mover, limit)?;
        Some((hole?, pegs))
    }

    /// Returns the minimum number of pegs for a forced win by `winner`, and the first move if the winner is to move; `None`
    /// if there is no such win, or if `limit` nodes did not suffice.
    pub fn shortest(
        &mut self,
        game: &Game<P>,
        winner: Side,
        limit: u64,
    ) -> Option<(u8, Option<Hole>)> {
        let end = self.nodes.saturating_add(limit);
        for pegs in self.lengths(game, winner) {
            if let (true, hole) = self.wins_within(game, winner, pegs, end)? {
                return Some((pegs, hole));
            }
        }
        None
    }

    /// Returns the shortest win of `winner` against the longest resistance, as a line to the end of the game;
    /// `None` if `winner` does not win or `limit` nodes per move did not suffice.
    pub fn longest_line(&mut self, game: &Game<P>, winner: Side, limit: u64) -> Option<Vec<Hole>> {
        let (mut game, mut line) = (*game, Vec::new());
        while game.end.is_none() {
            let hole = if game.mover == winner {
                self.shortest_win(&game, limit)?.0
            } else {
                self.resistance(&game, limit)?.0
            };
            game = self.play(&game, hole)?;
            line.push(hole);
        }
        (game.end == Some(Some(winner))).then_some(line)
    }

    /// Returns the possible lengths of a win in pegs: from the link distance to the number of vacant holes.
    fn lengths(&self, game: &Game<P>, winner: Side) -> std::ops::RangeInclusive<u8> {
        let most = game.board.vacant(&self.field, winner).count() as u8;
        self.pegs_needed(game, winner)..=most
    }

    /// Returns whether `winner` can win with at most `pegs` more pegs, and a move that proves it, if any; `None` if the
    /// search reaches a total of `end` nodes first.
    fn wins_within(
        &mut self,
        game: &Game<P>,
        winner: Side,
        pegs: u8,
        end: u64,
    ) -> Option<(bool, Option<Hole>)> {
        let within = Some(game.board.pegs[winner].count() as u8 + pegs);
        let left = end.saturating_sub(self.nodes);
        self.decide(Goal { attacker: winner, within }, game, left)
    }
}
