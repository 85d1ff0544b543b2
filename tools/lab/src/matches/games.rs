//! Games between programs, which speak the arena's protocol or GTP, and engines of this program.

use super::{player, Fixture, LoadedEngine};
use anyhow::{bail, ensure, Context, Result};
use common::stop::Stop;
use records::game::{ply_text, GameRecord};
use records::openings::{splitmix, Balance};
use records::plan::{GameConditions, Player};
use records::running::RunningGame;
use records::seat::Seat;
use referee::gtp::GtpPlayer;
use referee::play::{play, start, GameSettings, Player as Contestant};
use referee::players;
use referee::record::record;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;
use twixt::rules::{Ply, Position};
use twixt::search::Limits;
use twixt::time::until;

/// Plays the games of a match. Each game starts its own processes and searches. A game of engines with a node
/// budget and one thread depends on the plan and its number only.
#[derive(Debug)]
pub struct Games<'a> {
    /// Players to which the seats of a [`Fixture`] refer.
    pub(super) players: &'a [Player],
    conditions: &'a GameConditions,
    start: Position,
    /// The players' engines; `None` for programs.
    engines: Vec<Option<LoadedEngine>>,
    /// Games that have started and are not reported as finished, by number.
    running: Mutex<BTreeMap<u64, RunningGame>>,
}

impl<'a> Games<'a> {
    /// Loads the players' engines. Fails if weights cannot be loaded or do not match their digest, or the board size is out
    /// of range.
    pub fn new(players: &'a [Player], conditions: &'a GameConditions) -> Result<Games<'a>> {
        let load = |player| player::engine(player).map(|_| LoadedEngine::new(player)).transpose();
        let engines = players.iter().map(load).collect::<Result<_>>()?;
        let (start, running) = (conditions.start()?, Mutex::default());
        Ok(Games { players, conditions, start, engines, running })
    }

    /// Whether games must be reported in the order in which they started: their durations must not determine where a
    /// test of reproducible games stops.
    pub fn in_order(&self) -> bool {
        self.conditions.nodes.is_some() && !self.has_programs()
    }

    /// Whether a player is a program.
    pub fn has_programs(&self) -> bool {
        self.engines.iter().any(Option::is_none)
    }

    /// Plays a game on the calling thread. Returns `None` if `stop` was raised before the game ended. A fault of a
    /// running program is a verdict, not an error.
    pub fn play(&self, fixture: &Fixture, stop: &Stop) -> Result<Option<GameRecord>> {
        match self.played(fixture, stop) {
            Err(_) if stop.is_raised() => Ok(None),
            played => played.map(Some),
        }
    }

    fn played(&self, fixture: &Fixture, stop: &Stop) -> Result<GameRecord> {
        let (conditions, opening) = (self.conditions, self.opening(fixture, stop)?);
        let players = fixture.seats.map(|place| &self.players[place]);
        let is_engine = fixture.seats.map(|place| self.engines[place].is_some());
        let seed = conditions.game_seed(fixture.game);
        let settings = GameSettings {
            board: self.start.clone(),
            limits: [conditions.limits(); 2],
            totals: conditions.total().map(|total| [total; 2]),
            opening,
            shuffle: Some(seed),
            ends_if_drawn: is_engine == [true; 2],
            ..GameSettings::default()
        };
        let contestants = [
            self.contestant(fixture, Seat::First, &settings)?,
            self.contestant(fixture, Seat::Second, &settings)?,
        ];
        let report = play(&settings, contestants, &mut |game, _| {
            ensure!(!stop.is_raised(), "stopped");
            self.show(fixture, settings.opening.len(), game.plies());
            Ok(())
        });
        let report = report.with_context(|| format!("game {}", fixture.game))?;
        let bots = players.map(|player| player.command.as_str());
        let mut record = record(&settings, bots, Some(seed), &report);
        for seat in Seat::BOTH {
            // An engine with a node budget has no time limit.
            if is_engine[seat.index()] && conditions.nodes.is_some() {
                record.limits_ms[seat.index()] = [0, 0];
            }
        }
        Ok(record)
    }

    /// Returns the games that have started and have not been passed to [`Games::forget`], in the order of their numbers.
    pub fn running(&self) -> Vec<RunningGame> {
        self.lock().values().cloned().collect()
    }

    /// Removes a finished game from the running ones.
    pub fn forget(&self, game: u64) {
        self.lock().remove(&game);
    }

    /// Adds the new plies of a game to the running games. Called between the players' turns, so it only copies them.
    fn show(&self, fixture: &Fixture, opening: usize, plies: &[Ply]) {
        let &Fixture { game, pair, seats, .. } = fixture;
        let mut running = self.lock();
        let shown = running.entry(game).or_insert_with(|| RunningGame {
            game,
            pair,
            players: seats.map(|place| self.players[place].name.clone()),
            size: self.start.size().get(),
            rules: self.conditions.rules.clone(),
            opening,
            moves: Vec::new(),
        });
        let added = plies.iter().skip(shown.moves.len()).map(ply_text);
        shown.moves.extend(added);
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<u64, RunningGame>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a game's opening. All games of a round get the same one, since the seed of the engine that
    /// evaluates openings depends only on the opening's number.
    fn opening(&self, fixture: &Fixture, stop: &Stop) -> Result<Vec<Ply>> {
        let GameConditions { openings, seed, balance, .. } = self.conditions;
        let game_seed = self.conditions.game_seed(fixture.round);
        let mut judge = |position: &Position| {
            if stop.is_raised() {
                bail!("stopped");
            }
            let judge = self.engines.get(1).and_then(Option::as_ref);
            let judge =
                judge.context("the second bot is no engine, so it cannot evaluate openings")?;
            // A sixth of a turn's nodes; a time limit would make openings irreproducible.
            let nodes = self.conditions.nodes.map_or(50, |nodes| (nodes / 6).max(50));
            judge.value(&self.start, position, game_seed, nodes)
        };
        let balance = match balance {
            Some(range) => Balance::Judged(*range, &mut judge),
            None if self.has_programs() => Balance::Distances,
            None => Balance::Any,
        };
        openings.get(fixture.round, &self.start, *seed, balance)
    }

    fn contestant(
        &self,
        fixture: &Fixture,
        seat: Seat,
        settings: &GameSettings,
    ) -> Result<Contestant<'a>> {
        let (conditions, place) = (self.conditions, fixture.seats[seat.index()]);
        let (player, seed) = (&self.players[place], conditions.game_seed(fixture.game));
        let (nodes, is_per_game) = (conditions.nodes, settings.totals.is_some());
        if let Some(engine) = &self.engines[place] {
            let mut engine = engine.engine(&self.start, splitmix(seed, seat.index() as u64))?;
            return Ok(Contestant::Engine(Box::new(move |position, limit| {
                let start = Instant::now();
                // A share of the time left for the game, so that it never runs out.
                let limit = if is_per_game { limit / 20 } else { limit };
                let limits = nodes.map_or_else(|| until(start + limit), Limits::nodes);
                let ply = engine(position, &limits).ply;
                let ply = ply.with_context(|| format!("`{}` found no turn", player.command))?;
                // Times would make records irreproducible at a fixed node budget.
                Ok((ply, nodes.is_none().then(|| start.elapsed())))
            })));
        }
        let terms = players::BotConditions {
            size: self.start.size(),
            rules: self.start.rules(),
            seat,
            limits: settings.limits[seat.index()],
            nodes,
            seed: Some(seed),
            swapped: settings.is_swapped(),
        };
        Ok(match player::gtp(player) {
            Some(command) => {
                let bot = players::bot(command, &terms)?;
                Contestant::Gtp(GtpPlayer::new(start(&bot, seat)?, nodes.is_none()))
            }
            None => Contestant::Bot(start(&players::bot(&player.command, &terms)?, seat)?),
        })
    }
}
