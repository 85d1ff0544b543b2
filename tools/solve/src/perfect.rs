//! A player that proves what it plays.

use crate::first_pegs::{self, known, orbits};
use crate::plane::Plane;
use crate::prove::{Game, Prover, SetupError, Value};
use std::fmt;
use twixt::geometry::{Hole, Side};
use twixt::rules::{Move, Position};

/// What is known of the position that the player has to answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// We win; with so many pegs, if the shortest win was found.
    Won(Option<u8>),
    /// Nobody wins.
    Drawn,
    /// The opponent wins and still places so many pegs, or more.
    Lost {
        /// The pegs.
        pegs: u8,
        /// Whether it can do with so many.
        longest: bool,
    },
    /// The limit came first.
    Unknown,
    /// A first peg, or the answer to one: what is known of it for who set it.
    First(Option<Value>),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Won(Some(pegs)) => write!(f, "won in {pegs}"),
            Verdict::Won(None) => f.write_str("won"),
            Verdict::Drawn => f.write_str("drawn"),
            Verdict::Lost { pegs, longest: true } => write!(f, "lost in {pegs}"),
            Verdict::Lost { pegs, longest: false } => write!(f, "lost in {pegs} or more"),
            Verdict::Unknown => f.write_str("not known"),
            Verdict::First(Some(value)) => write!(f, "this first peg: {value}"),
            Verdict::First(None) => f.write_str("this first peg: not known"),
        }
    }
}

/// Plays a proven win, the shortest if it is found; else a proven draw; else what resists longest.
pub struct Player<P> {
    prover: Prover<P>,
    /// Positions that one answer's result may take, and as many for its length.
    limit: u64,
}

/// The share of the limit that each move gets where nothing is proven.
const GLANCE: u64 = 100;

impl<P: Plane> Player<P> {
    /// A player that proves with this prover and visits at most `limit` positions for a result and as
    /// many for its length.
    #[must_use]
    pub fn new(prover: Prover<P>, limit: u64) -> Player<P> {
        Player { prover, limit }
    }

    /// The move to play and what is known; `None` if the game is over or there is no hole.
    ///
    /// # Errors
    ///
    /// If the board has another size than the player's.
    pub fn answer(&mut self, position: &Position) -> Result<Option<(Move, Verdict)>, SetupError> {
        if position.outcome().is_some() {
            return Ok(None);
        }
        if position.pegs() == 0 {
            let (hole, value) = first_peg(position);
            return Ok(Some((Move::Peg(hole), Verdict::First(value))));
        }
        if position.may_swap() {
            let value = self.first_peg(position)?;
            if value == Some(Value::Won) {
                return Ok(Some((Move::Swap, Verdict::First(value))));
            }
        }
        let game = self.prover.game(position)?;
        Ok(self.peg(&game).map(|(hole, verdict)| (Move::Peg(hole), verdict)))
    }

    /// The result of the only peg for who set it, if it is known or can be proven.
    fn first_peg(&mut self, position: &Position) -> Result<Option<Value>, SetupError> {
        let peg = position.board().pegs(Side::Vertical).next();
        let known = peg.and_then(|peg| first_pegs::first_peg(position.size().get(), peg));
        if known.is_some() {
            return Ok(known);
        }
        let game = self.prover.game(position)?;
        Ok(self.prover.prove(&game, self.limit).value.map(Value::opposite))
    }

    fn peg(&mut self, game: &Game<P>) -> Option<(Hole, Verdict)> {
        let proof = self.prover.prove(game, self.limit);
        match (proof.value, proof.best) {
            (Some(Value::Won), any) => {
                let shortest = self.prover.shortest_win(game, self.limit);
                let hole = shortest.map(|(hole, _)| hole).or(any)?;
                Some((hole, Verdict::Won(shortest.map(|(_, pegs)| pegs))))
            }
            (Some(Value::Drawn), Some(hole)) => Some((hole, Verdict::Drawn)),
            (Some(Value::Lost), _) => {
                let found = self.prover.resistance(game, self.limit)?;
                let verdict = Verdict::Lost { pegs: found.pegs, longest: found.longest };
                Some((found.hole, verdict))
            }
            _ => Some((self.guess(game)?, Verdict::Unknown)),
        }
    }

    /// Where nothing is proven: the move with the best race of link distances, of those that don't
    /// lose at a glance.
    fn guess(&mut self, game: &Game<P>) -> Option<Hole> {
        let after = |hole| {
            let after = self.prover.play(game, hole).ok()?;
            let need = |side| i32::from(self.prover.pegs_needed(&after, side));
            Some((need(game.mover) - need(!game.mover), hole, after))
        };
        let mut races: Vec<_> = self.prover.moves(game).filter_map(after).collect();
        races.sort_by_key(|&(race, hole, _)| (race, hole));
        let lasts = races.iter().find(|(_, _, after)| {
            !matches!(self.prover.win(after, self.limit / GLANCE), Some(Some(_)))
        });
        lasts.or(races.first()).map(|&(_, hole, _)| hole)
    }
}

/// The first peg to open with, and its result. Whatever wins is swapped and whatever loses is not,
/// so a drawn one is best; where none is drawn, one that took most work to prove hides its result
/// best. Boards that are not known wholly are opened as the bot does.
fn first_peg(position: &Position) -> (Hole, Option<Value>) {
    let edge = position.size().get();
    let records = known(edge);
    let drawn = records.iter().find(|record| record.result == Value::Drawn);
    let hardest = records.iter().max_by_key(|record| record.nodes);
    let complete = records.len() == orbits(edge).len();
    let best = drawn.or(hardest.filter(|_| complete));
    best.and_then(|record| Some((record.first.parse().ok()?, Some(record.result))))
        .unwrap_or_else(|| (engine::first_peg(position.size()), None))
}
