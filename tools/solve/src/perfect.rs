//! A player that plays proven moves.

use crate::bitboard::Bitboard;
use crate::first_pegs::{self, built_in, orbits};
use crate::length::Resistance;
use crate::prove::{Game, Value};
use crate::search::Prover;
use std::fmt;
use twixt::geometry::{Hole, Side};
use twixt::rules::{Move, Position};

/// The proven result behind a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Assessment {
    /// The player wins, in this number of pegs if the shortest win was found.
    Won(Option<u8>),
    /// The game is drawn.
    Drawn,
    /// The opponent wins.
    Lost(Resistance),
    /// The node budget did not suffice.
    Unknown,
    /// The move is a first peg or the answer to one; holds the first peg's result for its owner, if known.
    First(Option<Value>),
}

impl fmt::Display for Assessment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Assessment::Won(Some(pegs)) => write!(f, "won in {pegs}"),
            Assessment::Won(None) => f.write_str("won"),
            Assessment::Drawn => f.write_str("drawn"),
            Assessment::Lost(Resistance { pegs, longest, .. }) => {
                write!(f, "lost in {pegs}{}", if *longest { "" } else { " or more" })
            }
            Assessment::Unknown => f.write_str("unknown"),
            Assessment::First(Some(value)) => write!(f, "this first peg: {value}"),
            Assessment::First(None) => f.write_str("this first peg: unknown"),
        }
    }
}

/// A player that plays a proven win (the shortest one, if found), else a proven draw, else the longest
/// resistance.
pub struct PerfectPlayer<P> {
    prover: Prover<P>,
    limit: u64,
}

/// Divisor of the node budget for each move in an unproven position.
const MOVE_BUDGET_DIVISOR: u64 = 100;

impl<P: Bitboard> PerfectPlayer<P> {
    /// Creates a player with a budget of `limit` nodes to prove a move's result, and again to find the shortest
    /// win or longest resistance.
    #[must_use]
    pub fn new(prover: Prover<P>, limit: u64) -> PerfectPlayer<P> {
        PerfectPlayer { prover, limit }
    }

    /// Returns the move and its result; `None` if the game is over or there is no vacant hole.
    ///
    /// # Panics
    /// If the board's size is not that of the player's prover.
    pub fn answer(&mut self, position: &Position) -> Option<(Move, Assessment)> {
        if position.outcome().is_some() {
            return None;
        }
        if position.pegs() == 0 {
            let (hole, value) = first_peg(position);
            return Some((Move::Peg(hole), Assessment::First(value)));
        }
        if position.may_swap() {
            let value = self.first_peg(position);
            if value == Some(Value::Won) {
                return Some((Move::Swap, Assessment::First(value)));
            }
        }
        let game = self.prover.game(position);
        self.peg(&game).map(|(hole, assessment)| (Move::Peg(hole), assessment))
    }

    /// Returns the result of the first peg (the only one on the board) for its owner, from the built-in files or by a
    /// proof.
    fn first_peg(&mut self, position: &Position) -> Option<Value> {
        let peg = position.board().pegs(Side::Vertical).next();
        let known = peg.and_then(|peg| first_pegs::first_peg(position.size(), peg));
        known.or_else(|| {
            let game = self.prover.game(position);
            self.prover.prove(&game, self.limit).value.map(Value::opposite)
        })
    }

    fn peg(&mut self, game: &Game<P>) -> Option<(Hole, Assessment)> {
        let proof = self.prover.prove(game, self.limit);
        match (proof.value, proof.best) {
            (Some(Value::Won), winning) => {
                let shortest = self.prover.shortest_win(game, self.limit);
                let hole = shortest.map(|(hole, _)| hole).or(winning)?;
                Some((hole, Assessment::Won(shortest.map(|(_, pegs)| pegs))))
            }
            (Some(Value::Drawn), Some(hole)) => Some((hole, Assessment::Drawn)),
            (Some(Value::Lost), _) => {
                let found = self.prover.resistance(game, self.limit)?;
                Some((found.hole, Assessment::Lost(found)))
            }
            _ => Some((self.guess(game)?, Assessment::Unknown)),
        }
    }

    /// Returns the move with the best difference of link distances in an unproven position, preferably one that a
    /// short search does not refute.
    fn guess(&mut self, game: &Game<P>) -> Option<Hole> {
        let after = |hole| {
            let after = self.prover.play(game, hole)?;
            let need = |side| i32::from(self.prover.pegs_needed(&after, side));
            Some((need(game.mover) - need(!game.mover), hole, after))
        };
        let mut races: Vec<_> = self.prover.moves(game).filter_map(after).collect();
        races.sort_by_key(|&(race, hole, _)| (race, hole));
        let unrefuted = races.iter().find(|(_, _, after)| {
            !matches!(self.prover.win(after, self.limit / MOVE_BUDGET_DIVISOR), Some(Some(_)))
        });
        unrefuted.or(races.first()).map(|&(_, hole, _)| hole)
    }
}

/// Returns the first peg to play, and its result. Under the swap rule a drawn first peg is best. If there is
/// none, returns the one whose proof took the most nodes, since it is the hardest for the opponent to assess.
/// Without complete results, returns the bot's first peg.
fn first_peg(position: &Position) -> (Hole, Option<Value>) {
    let records = built_in(position.size());
    let drawn = records.iter().find(|record| record.result == Value::Drawn);
    let hardest = records.iter().max_by_key(|record| record.nodes);
    let complete = records.len() == orbits(position.size()).len();
    let best = drawn.or(hardest.filter(|_| complete));
    best.and_then(|record| Some((record.first.parse().ok()?, Some(record.result))))
        .unwrap_or_else(|| (engine::first_peg(position.size()), None))
}
