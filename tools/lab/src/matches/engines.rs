//! Games between engines of this program, judged by the engine's rules.

use super::{mixed, Balance, Budget, Conditions, Engine, Fixture, Loaded, Play, Player, Terms};
use anyhow::{bail, Context, Result};
use common::openings;
use common::stop::Stop;
use referee::record::Record;
use referee::rules::Seat;
use referee::verdict::{Ending, Verdict};
use std::time::Instant;
use twixt::geometry::Side;
use twixt::rules::{is_drawn, Outcome, Ply, Position};

/// Engines whose weights are read. With a node budget a game depends on plan and number alone.
pub struct Engines<'a> {
    players: &'a [Player],
    conditions: &'a Conditions,
    budget: Budget,
    start: Position,
    loaded: Vec<Loaded>,
}

impl<'a> Engines<'a> {
    /// Reads what the players need; the conditions must be those of engines.
    ///
    /// # Errors
    ///
    /// If weights cannot be read or differ from the players' digests.
    pub fn new(players: &'a [Player], conditions: &'a Conditions) -> Result<Engines<'a>> {
        let Terms::Engines { budget, .. } = conditions.terms else {
            bail!("these are the conditions of programs");
        };
        let loaded = players.iter().map(Loaded::new).collect::<Result<_>>()?;
        Ok(Engines { players, conditions, budget, start: conditions.start()?, loaded })
    }

    /// The opening of a fixture's pair. Each of its two games finds the same, as the judge's seed is that
    /// of the opening.
    fn opening(&self, fixture: &Fixture, stop: &Stop) -> Result<String> {
        let Conditions { openings, seed, terms, .. } = self.conditions;
        let Terms::Engines { even: Some(even), .. } = terms else {
            return openings.get(fixture.opening, &self.start, *seed, Balance::Any);
        };
        let game_seed = self.conditions.game_seed(fixture.opening);
        let mut judge = |position: &Position| {
            if stop.is_raised() {
                bail!("stopped");
            }
            // The second player judges, with a fresh engine each time: no judgement depends on another.
            let mut engine = self.loaded[1].engine(&self.start, game_seed)?;
            Ok(engine(position, judging(self.budget))?.value)
        };
        openings.get(fixture.opening, &self.start, *seed, Balance::Judged(*even, &mut judge))
    }
}

/// The budget of a search that judges an opening: a sixth of a turn's, at least 50 nodes.
fn judging(budget: Budget) -> Budget {
    match budget {
        Budget::Nodes(nodes) => Budget::Nodes((nodes / 6).max(50)),
        // With a time limit an opening would not be reproducible.
        Budget::Seconds(_) => Budget::Nodes(50),
    }
}

impl Play for Engines<'_> {
    /// Every turn sets a peg, so that a game ends with the last hole at the latest; it ends before as
    /// soon as neither side can join its borders any more.
    fn play(&self, fixture: &Fixture, stop: &Stop) -> Result<Option<Record>> {
        let opening = match self.opening(fixture, stop) {
            Err(_) if stop.is_raised() => return Ok(None),
            opening => openings::parse(&opening?)?,
        };
        let number = fixture.game;
        let game_seed = self.conditions.game_seed(number);
        let engine = |seat: usize| -> Result<Engine> {
            self.loaded[fixture.seats[seat]].engine(&self.start, mixed(game_seed, seat as u64))
        };
        let mut engines = [engine(0)?, engine(1)?];
        let players = fixture.seats.map(|place| &self.players[place]);
        let mut position = self.start.clone();
        let mut game = Played::default();
        for ply in &opening {
            game.add(&mut position, ply, None)?;
        }
        let (winner, ending, reason) = loop {
            if let Some(end) = end(&position) {
                break end;
            }
            if stop.is_raised() {
                return Ok(None);
            }
            let seat = position.to_move().index();
            let start = Instant::now();
            let budget = self.budget.with_odds(players[seat].odds);
            let turn = engines[seat](&position, budget).and_then(|decision| {
                // With a node budget the record of a game is reproducible to the last byte.
                let time = match self.budget {
                    Budget::Nodes(_) => None,
                    Budget::Seconds(_) => Some((start.elapsed().as_secs_f64() * 1e6).round() / 1e3),
                };
                game.add(&mut position, &decision.ply, time)
            });
            turn.with_context(|| {
                format!("{} after {}", players[seat].command, game.moves.join(" "))
            })?;
        };
        let limits_ms = players.map(|player| {
            let seconds = self.conditions.limits(player.odds).turn.as_secs_f64();
            [(seconds * 1000.0).ceil() as u64; 2]
        });
        Ok(Some(Record {
            size: self.conditions.size,
            rules: position.rules().linking.to_string(),
            bots: players.map(|player| player.command.clone()),
            seed: Some(game_seed),
            limits_ms,
            opening: opening.len(),
            moves: game.moves,
            times_ms: game.times_ms,
            late_ms: None,
            texts: Vec::new(),
            winner,
            ending,
            reason,
        }))
    }

    /// With a node budget, so that the point where a test stops the match does not depend on the game
    /// that takes longest.
    fn in_order(&self) -> bool {
        matches!(self.budget, Budget::Nodes(_))
    }
}

/// The plies of a game so far.
#[derive(Default)]
struct Played {
    moves: Vec<String>,
    times_ms: Vec<Option<f64>>,
}

impl Played {
    fn add(&mut self, position: &mut Position, ply: &Ply, time: Option<f64>) -> Result<()> {
        position.play_ply(ply).with_context(|| format!("{ply} cannot be played"))?;
        self.moves.push(ply.to_string());
        self.times_ms.push(time);
        Ok(())
    }
}

/// The end of the game, if it is over.
fn end(position: &Position) -> Option<(Option<Seat>, Ending, String)> {
    let verdict = match position.outcome() {
        Some(Outcome::Won(Side::Vertical)) => Verdict::chain(Seat::First),
        Some(Outcome::Won(Side::Horizontal)) => Verdict::chain(Seat::Second),
        Some(Outcome::Drawn) => Verdict::draw(),
        None if is_drawn(position) => {
            let reason = "Draw: neither player can join its borders any more.";
            return Some((None, Ending::Draw, reason.to_owned()));
        }
        None => return None,
    };
    Some((verdict.winner, verdict.ending, verdict.reason))
}
