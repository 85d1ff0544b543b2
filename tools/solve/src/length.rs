//! How long a win takes: the fewest pegs that the winner needs, and the moves that need fewest or
//! make it need most.

use crate::plane::Plane;
use crate::prove::{Game, Prover};
use crate::search::Question;
use twixt::geometry::{Hole, Side};

/// A move of a side that can't help losing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Resistance {
    /// The move.
    pub hole: Hole,
    /// So many pegs at least the opponent still has to place after it.
    pub pegs: u8,
    /// Whether no move makes it place more; false if the limit came before that was known.
    pub longest: bool,
}

impl<P: Plane> Prover<P> {
    /// The fewest pegs with which `winner` can force its win from here, whatever the other does;
    /// `None` if it doesn't win, or if the limit came first.
    pub fn pegs_to_win(&mut self, game: &Game<P>, winner: Side, limit: u64) -> Option<u8> {
        self.fewest(game, winner, limit).map(|(pegs, _)| pegs)
    }

    /// In a position that is lost for the side to move: a move that makes the opponent place the
    /// most pegs to win, and how many. `None` if the position isn't lost or the limit came first.
    pub fn longest_resistance(&mut self, game: &Game<P>, limit: u64) -> Option<(Hole, u8)> {
        self.pegs_to_win(game, !game.mover, limit)?;
        let found = self.resistance(game, limit)?;
        found.longest.then_some((found.hole, found.pegs))
    }

    /// In a position that is lost for the side to move: the move that has been shown to make the
    /// opponent place the most pegs, by visiting `limit` positions. `None` if the side has no move.
    ///
    /// In a position that isn't lost, the move means nothing if `longest` is false, and it never is
    /// true.
    pub fn resistance(&mut self, game: &Game<P>, limit: u64) -> Option<Resistance> {
        let end = self.search.nodes().saturating_add(limit);
        let any = self.moves(game).next()?;
        let lengths = self.lengths(game, !game.mover);
        let mut best = Resistance { hole: any, pegs: *lengths.start(), longest: false };
        for pegs in lengths {
            match self.wins_within(game, !game.mover, pegs, end) {
                Some((false, Some(hole))) => best = Resistance { hole, pegs: pegs + 1, ..best },
                Some((true, _)) => return Some(Resistance { longest: true, ..best }),
                _ => break,
            }
        }
        Some(best)
    }

    /// In a position that is won for the side to move: a move that wins with the fewest pegs, this
    /// one included, and how many. `None` if the position isn't won or the limit came first.
    pub fn shortest_win(&mut self, game: &Game<P>, limit: u64) -> Option<(Hole, u8)> {
        let (pegs, hole) = self.fewest(game, game.mover, limit)?;
        Some((hole?, pegs))
    }

    /// As [`Prover::pegs_to_win`], with the move for it if it is the winner's turn.
    fn fewest(&mut self, game: &Game<P>, winner: Side, limit: u64) -> Option<(u8, Option<Hole>)> {
        let end = self.search.nodes().saturating_add(limit);
        for pegs in self.lengths(game, winner) {
            if let (true, hole) = self.wins_within(game, winner, pegs, end)? {
                return Some((pegs, hole));
            }
        }
        None
    }

    /// A line to the end of a game that `winner` wins: the loser makes it place as many pegs as it
    /// can, and it places as few as it must. Each move may take `limit` positions to be found;
    /// `None` if they don't suffice, or if `winner` doesn't win.
    pub fn longest_line(&mut self, game: &Game<P>, winner: Side, limit: u64) -> Option<Vec<Hole>> {
        let (mut game, mut line) = (*game, Vec::new());
        while game.end.is_none() {
            let (hole, _) = if game.mover == winner {
                self.shortest_win(&game, limit)?
            } else {
                self.longest_resistance(&game, limit)?
            };
            game = self.play(&game, hole).ok()?;
            line.push(hole);
        }
        (game.end == Some(Some(winner))).then_some(line)
    }

    /// The numbers of pegs with which `winner` could win at all.
    fn lengths(&self, game: &Game<P>, winner: Side) -> std::ops::RangeInclusive<u8> {
        let most = game.board.vacant(self.search.field(), winner).count() as u8;
        self.pegs_needed(game, winner)..=most
    }

    /// Whether `winner` can win with so many pegs more, or fewer, and the move for it if the side
    /// to move gets what it wants; `None` if `end` positions in all don't suffice to tell.
    fn wins_within(
        &mut self,
        game: &Game<P>,
        winner: Side,
        pegs: u8,
        end: u64,
    ) -> Option<(bool, Option<Hole>)> {
        let within = Some(game.board.pegs(winner).count() as u8 + pegs);
        let left = end.saturating_sub(self.search.nodes());
        self.ask(Question { joiner: winner, within }, game, left)
    }
}
