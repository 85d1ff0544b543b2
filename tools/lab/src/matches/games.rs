//! Games between programs, which play under the arena's protocol, and engines of this program.

use super::{player, Engine, Fixture, LoadedEngine};
use anyhow::{bail, Context, Result};
use common::stop::Stop;
use engine::move_of;
use rand::rngs::Xoshiro256PlusPlus;
use rand::SeedableRng;
use records::game::GameRecord;
use records::openings::{splitmix, Balance};
use records::plan::{GameConditions, Player};
use records::seat::Seat;
use referee::child::BotProcess;
use referee::game::Game;
use referee::play::{self, judge};
use referee::players;
use referee::record::{rounded, shortened};
use referee::turn;
use referee::verdict::{Fault, Verdict};
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, Instant};
use twixt::rules::{is_drawn, Outcome, Ply, Position};
use twixt::search::Limits;
use twixt::time::until;

/// Time to wait beyond a program's limit, to measure how late an answer is.
const GRACE: Duration = Duration::from_millis(2000);

/// Plays the games of a match. Each game starts its own processes and searches. A game of engines with a node
/// budget and one thread depends on the plan and its number only.
#[derive(Debug)]
pub struct Games<'a> {
    players: &'a [Player],
    conditions: &'a GameConditions,
    start: Position,
    /// The players' engines; `None` for programs.
    engines: Vec<Option<LoadedEngine>>,
    log: Option<&'a Path>,
}

/// A player in a game.
enum Contestant {
    Program(BotProcess),
    Engine(Engine),
}

/// A ply of a game.
struct Turn {
    ply: Ply,
    /// Answer time; `None` in the opening, and for engines with a node budget.
    time: Option<Duration>,
    text: String,
}

impl<'a> Games<'a> {
    /// Loads the players' engines. The programs' stderr is written to the folder `log`, if any, one file per game.
    /// Fails if weights cannot be loaded or do not match their digest, or the board size is out of range.
    pub fn new(
        players: &'a [Player],
        conditions: &'a GameConditions,
        log: Option<&'a Path>,
    ) -> Result<Games<'a>> {
        let load = |player| player::engine(player).map(|_| LoadedEngine::new(player)).transpose();
        let engines = players.iter().map(load).collect::<Result<_>>()?;
        Ok(Games { players, conditions, start: conditions.start()?, engines, log })
    }

    /// Whether games must be reported in the order in which they started: their durations must not determine where a
    /// test of reproducible games stops.
    #[must_use]
    pub fn in_order(&self) -> bool {
        self.conditions.nodes.is_some() && !self.has_programs()
    }

    /// Whether a player is a program.
    #[must_use]
    pub fn has_programs(&self) -> bool {
        self.engines.iter().any(Option::is_none)
    }

    /// Plays a game on the calling thread. Returns `None` if `stop` was raised before the game ended. A fault of a
    /// running program is a verdict, not an error.
    pub fn play(&self, fixture: &Fixture, stop: &Stop) -> Result<Option<GameRecord>> {
        let opening = match self.opening(fixture, stop) {
            Err(_) if stop.is_raised() => return Ok(None),
            opening => opening?,
        };
        let mut contestants = [
            self.contestant(fixture, Seat::First, &opening)?,
            self.contestant(fixture, Seat::Second, &opening)?,
        ];
        let mut running = Running::new(self, fixture, &opening)?;
        let verdict = loop {
            if let Some(end) = running.end() {
                break end;
            }
            if stop.is_raised() {
                return Ok(None);
            }
            let seat = Seat::from(running.position.to_move());
            if let Err(fault) = running.turn(seat, &mut contestants[seat.index()])? {
                break Verdict::fault(seat, fault);
            }
        };
        let record = running.record(opening.len(), &verdict);
        if let Some(folder) = self.log.filter(|_| self.has_programs()) {
            self.write_log(folder, fixture, &verdict, contestants)?;
        }
        Ok(Some(record))
    }

    /// Returns a game's opening. Both games of a pair get the same one, since the seed of the engine that
    /// evaluates openings depends only on the opening's number.
    fn opening(&self, fixture: &Fixture, stop: &Stop) -> Result<Vec<Ply>> {
        let GameConditions { openings, seed, balance, .. } = self.conditions;
        let game_seed = self.conditions.game_seed(fixture.opening);
        let mut judge = |position: &Position| {
            if stop.is_raised() {
                bail!("stopped");
            }
            let judge = self.engines.get(1).and_then(Option::as_ref);
            let judge =
                judge.context("the second bot is no engine, so it cannot evaluate openings")?;
            // A new engine, so that no evaluation depends on an earlier one.
            let mut engine = judge.on_one_thread().engine(&self.start, game_seed)?;
            Ok(engine(position, &judging(self.conditions.nodes))?.value)
        };
        let balance = match balance {
            Some(range) => Balance::Judged(*range, &mut judge),
            None if self.has_programs() => Balance::Distances,
            None => Balance::Any,
        };
        openings.get(fixture.opening, &self.start, *seed, balance)
    }

    fn contestant(&self, fixture: &Fixture, seat: Seat, opening: &[Ply]) -> Result<Contestant> {
        let (conditions, place) = (self.conditions, fixture.seats[seat.index()]);
        let (player, seed) = (&self.players[place], conditions.game_seed(fixture.game));
        if let Some(engine) = &self.engines[place] {
            let engine = engine.engine(&self.start, splitmix(seed, seat.index() as u64))?;
            return Ok(Contestant::Engine(engine));
        }
        let bot = players::bot(
            &player.command,
            &players::BotConditions {
                size: self.start.size(),
                seat,
                limits: conditions.limits(player.odds),
                nodes: conditions.nodes(player.odds),
                seed: Some(seed),
                swapped: opening.contains(&Ply::Swap),
            },
        )?;
        Ok(Contestant::Program(play::start(&bot, seat)?))
    }

    fn write_log(
        &self,
        folder: &Path,
        fixture: &Fixture,
        verdict: &Verdict,
        contestants: [Contestant; 2],
    ) -> Result<()> {
        let game = fixture.game;
        let mut text = format!("game {game}: {verdict}\n");
        for (place, contestant) in fixture.seats.into_iter().zip(contestants) {
            let Contestant::Program(child) = contestant else { continue };
            let _ = writeln!(text, "\n== {}", self.players[place].name);
            for line in child.finish().lines {
                let _ = writeln!(text, "{line}");
            }
        }
        let path = folder.join(format!("game-{game:06}.log"));
        std::fs::create_dir_all(folder)
            .and_then(|()| std::fs::write(&path, text))
            .with_context(|| format!("cannot write {}", path.display()))
    }
}

/// Returns the limits for evaluating an opening: a sixth of a turn's nodes, at least 50; 50 in timed games, since a
/// time limit would make openings irreproducible.
fn judging(nodes: Option<u64>) -> Limits {
    Limits::nodes(nodes.map_or(50, |nodes| (nodes / 6).max(50)))
}

/// A game that is being played.
struct Running<'a> {
    conditions: &'a GameConditions,
    players: [&'a Player; 2],
    /// Whether a player is an engine with a node budget, which has no time limit.
    is_untimed: [bool; 2],
    seed: u64,
    position: Position,
    /// The game as programs read it; `None` without programs.
    game: Option<Game>,
    turns: Vec<Turn>,
    /// Order of the pegs and links that programs read.
    rng: Xoshiro256PlusPlus,
    /// Whether a player's next answer is its first one.
    is_first: [bool; 2],
}

impl<'a> Running<'a> {
    fn new(games: &Games<'a>, fixture: &Fixture, opening: &[Ply]) -> Result<Running<'a>> {
        let (conditions, seed) = (games.conditions, games.conditions.game_seed(fixture.game));
        let is_engine = |place: usize| games.engines[place].is_some();
        let is_program = fixture.seats.iter().any(|&place| !is_engine(place));
        let mut running = Running {
            conditions,
            players: fixture.seats.map(|place| &games.players[place]),
            is_untimed: fixture.seats.map(|place| is_engine(place) && conditions.nodes.is_some()),
            seed,
            position: games.start.clone(),
            game: is_program.then(|| Game::new(games.start.size())),
            turns: Vec::new(),
            rng: Xoshiro256PlusPlus::seed_from_u64(seed),
            is_first: [true; 2],
        };
        for ply in opening {
            running.play(Turn { ply: ply.clone(), time: None, text: String::new() })?;
        }
        Ok(running)
    }

    fn play(&mut self, turn: Turn) -> Result<()> {
        let played = self.position.play_ply(&turn.ply);
        played.with_context(|| format!("cannot play {}", turn.ply))?;
        if let Some(game) = &mut self.game {
            game.play(move_of(&turn.ply))?;
        }
        self.turns.push(turn);
        Ok(())
    }

    /// Returns the verdict if the game is over. A game of engines is also over if neither can win.
    fn end(&self) -> Option<Verdict> {
        match self.position.outcome() {
            Some(Outcome::Won(side)) => Some(Verdict::chain(side.into())),
            Some(Outcome::Drawn) => Some(Verdict::draw()),
            None => (self.game.is_none() && is_drawn(&self.position)).then(|| Verdict {
                reason: String::from("Draw: neither player can connect its borders any more."),
                ..Verdict::draw()
            }),
        }
    }

    /// Plays the turn of `seat`; the inner error is a program's fault.
    fn turn(&mut self, seat: Seat, contestant: &mut Contestant) -> Result<Result<(), Fault>> {
        let player = self.players[seat.index()];
        let (limits, first) = (self.conditions.limits(player.odds), &mut self.is_first);
        let is_first = std::mem::take(&mut first[seat.index()]);
        let start = Instant::now();
        let turn = match contestant {
            Contestant::Program(child) => {
                let game = self.game.as_ref().context("a program needs a game")?;
                let limit = if is_first { limits.first } else { limits.turn };
                let answer = child.request(turn::input(game, Some(&mut self.rng)), limit + GRACE);
                match judge(game, answer, limit, child) {
                    Ok(play::Ply { played, time, text, .. }) => {
                        Turn { ply: played.into(), time, text: shortened(&text) }
                    }
                    Err(fault) => return Ok(Err(fault)),
                }
            }
            Contestant::Engine(engine) => {
                let limits = match self.conditions.nodes(player.odds) {
                    Some(nodes) => Limits::nodes(nodes),
                    None => until(limits.deadline(start, is_first)),
                };
                let decision =
                    engine(&self.position, &limits).with_context(|| self.described(player))?;
                // Times would make records irreproducible at a fixed node budget.
                let time = self.conditions.nodes.is_none().then(|| start.elapsed());
                Turn { ply: decision.ply, time, text: String::new() }
            }
        };
        self.play(turn).with_context(|| self.described(player))?;
        Ok(Ok(()))
    }

    fn described(&self, player: &Player) -> String {
        let moves: Vec<String> = self.moves();
        format!("the bot `{}` in the game {}", player.command, moves.join(" "))
    }

    fn moves(&self) -> Vec<String> {
        self.turns.iter().map(|turn| turn.ply.to_string()).collect()
    }

    fn record(&self, opening: usize, verdict: &Verdict) -> GameRecord {
        let limits_ms = |seat: Seat| match self.is_untimed[seat.index()] {
            true => [0, 0],
            false => {
                let limits = self.conditions.limits(self.players[seat.index()].odds);
                [limits.first, limits.turn].map(|time| time.as_millis() as u64)
            }
        };
        GameRecord {
            size: self.conditions.size,
            rules: self.position.rules().linking.to_string(),
            bots: self.players.map(|player| player.command.clone()),
            seed: Some(self.seed),
            limits_ms: Seat::BOTH.map(limits_ms),
            opening,
            moves: self.moves(),
            times_ms: self.turns.iter().map(|turn| turn.time.map(rounded)).collect(),
            late_ms: verdict.late.map(rounded),
            texts: self.turns.iter().map(|turn| turn.text.clone()).collect(),
            winner: verdict.winner,
            ending: verdict.ending,
            reason: verdict.reason.clone(),
        }
    }
}
