//! Games between engines of this program; the rules of `twixt` check moves and results.

use super::{Engine, Fixture, LoadedEngine, Play};
use anyhow::{bail, Context, Result};
use common::stop::Stop;
use records::game::GameRecord;
use records::openings::{splitmix, Balance};
use records::plan::{GameConditions, Player};
use referee::verdict::Verdict;
use std::time::Instant;
use twixt::rules::{is_drawn, Outcome, Ply, Position};
use twixt::search::Limits;
use twixt::time::{until, TimeControl};

/// Engines with loaded weights. With a node budget and one thread, the plan and the game number
/// determine a game.
pub struct Engines<'a> {
    players: &'a [Player],
    conditions: &'a GameConditions,
    start: Position,
    loaded: Vec<LoadedEngine>,
}

impl<'a> Engines<'a> {
    /// Loads the players' engines. Fails if a player is no engine, or weights do not match their digest.
    pub fn new(players: &'a [Player], conditions: &'a GameConditions) -> Result<Engines<'a>> {
        let loaded = players.iter().map(LoadedEngine::new).collect::<Result<_>>()?;
        Ok(Engines { players, conditions, start: conditions.start()?, loaded })
    }

    /// Returns a game's opening. Both games of a pair get the same one, since the seed of the engine that
    /// evaluates openings depends only on the opening's number.
    fn opening(&self, fixture: &Fixture, stop: &Stop) -> Result<Vec<Ply>> {
        let GameConditions { openings, seed, balance, .. } = self.conditions;
        let Some(balance) = balance else {
            return openings.get(fixture.opening, &self.start, *seed, Balance::Any);
        };
        let game_seed = self.conditions.game_seed(fixture.opening);
        let mut judge = |position: &Position| {
            if stop.is_raised() {
                bail!("stopped");
            }
            // A new engine, so that no evaluation depends on an earlier one.
            let mut engine = self.loaded[1].on_one_thread().engine(&self.start, game_seed)?;
            Ok(engine(position, &judging(self.conditions.nodes))?.value)
        };
        openings.get(fixture.opening, &self.start, *seed, Balance::Judged(*balance, &mut judge))
    }

    /// Returns the limits of a turn that starts now.
    fn limits(&self, player: &Player, is_first: bool) -> Limits {
        match self.conditions.nodes(player.odds) {
            Some(nodes) => Limits::nodes(nodes),
            None => until(self.conditions.limits(player.odds).deadline(Instant::now(), is_first)),
        }
    }
}

/// Returns the limits for evaluating an opening: a sixth of a turn's nodes, at least 50; 50 in timed games, since a
/// time limit would make openings irreproducible.
fn judging(nodes: Option<u64>) -> Limits {
    Limits::nodes(nodes.map_or(50, |nodes| (nodes / 6).max(50)))
}

impl Play for Engines<'_> {
    fn play(&self, fixture: &Fixture, stop: &Stop) -> Result<Option<GameRecord>> {
        let opening = match self.opening(fixture, stop) {
            Err(_) if stop.is_raised() => return Ok(None),
            opening => opening?,
        };
        let game_seed = self.conditions.game_seed(fixture.game);
        let engine = |seat: usize| -> Result<Engine> {
            self.loaded[fixture.seats[seat]].engine(&self.start, splitmix(game_seed, seat as u64))
        };
        let mut engines = [engine(0)?, engine(1)?];
        let players = fixture.seats.map(|place| &self.players[place]);
        let mut position = self.start.clone();
        let mut plies: Vec<(String, Option<f64>)> = Vec::new();
        for ply in &opening {
            play(&mut position, ply)?;
            plies.push((ply.to_string(), None));
        }
        let mut is_first = [true; 2];
        let Verdict { winner, ending, reason, .. } = loop {
            if let Some(end) = end(&position) {
                break end;
            }
            if stop.is_raised() {
                return Ok(None);
            }
            let seat = position.to_move().index();
            let start = Instant::now();
            let is_first = std::mem::take(&mut is_first[seat]);
            let limits = self.limits(players[seat], is_first);
            let turn = engines[seat](&position, &limits).and_then(|decision| {
                // Times would make records irreproducible at a fixed node budget.
                let time = self.conditions.nodes.is_none();
                let time = time.then(|| (start.elapsed().as_secs_f64() * 1e6).round() / 1e3);
                plies.push((decision.ply.to_string(), time));
                play(&mut position, &decision.ply)
            });
            turn.with_context(|| {
                let moves: Vec<&str> = plies.iter().map(|(ply, _)| ply.as_str()).collect();
                format!("the engine `{}` in the game {}", players[seat].command, moves.join(" "))
            })?;
        };
        let (moves, times_ms) = plies.into_iter().unzip();
        let limits_ms = players.map(|player| match self.conditions.nodes {
            Some(_) => [0, 0],
            None => {
                let TimeControl { first, turn } = self.conditions.limits(player.odds);
                [first, turn].map(|time| time.as_millis() as u64)
            }
        });
        Ok(Some(GameRecord {
            size: self.conditions.size,
            rules: position.rules().linking.to_string(),
            bots: players.map(|player| player.command.clone()),
            seed: Some(game_seed),
            limits_ms,
            opening: opening.len(),
            moves,
            times_ms,
            late_ms: None,
            texts: Vec::new(),
            winner,
            ending,
            reason,
        }))
    }

    // With a node budget, games are reported in order, so that their durations do not determine where a test stops.
    fn in_order(&self) -> bool {
        self.conditions.nodes.is_some()
    }
}

fn play(position: &mut Position, ply: &Ply) -> Result<()> {
    position.play_ply(ply).with_context(|| format!("cannot play {ply}"))
}

fn end(position: &Position) -> Option<Verdict> {
    match position.outcome() {
        Some(Outcome::Won(side)) => Some(Verdict::chain(side.into())),
        Some(Outcome::Drawn) => Some(Verdict::draw()),
        None => is_drawn(position).then(|| Verdict {
            reason: String::from("Draw: neither player can connect its borders any more."),
            ..Verdict::draw()
        }),
    }
}
