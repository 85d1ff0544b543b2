//! Games between programs under the arena's protocol, checked by the referee.

use super::{Fixture, Play};
use anyhow::{bail, Context, Result};
use common::stop::Stop;
use engine::move_of;
use records::game::GameRecord;
use records::openings::Balance;
use records::plan::{GameConditions, Player};
use records::seat::Seat;
use referee::bot::Bot;
use referee::play::{self, GameReport, GameSettings};
use referee::players;
use referee::record::record;
use std::fmt::Write as _;
use std::path::Path;
use twixt::rules::Position;

/// Plays games between programs. Each game starts its own processes, on the core of its thread.
#[derive(Debug)]
pub struct Programs<'a> {
    players: &'a [Player],
    conditions: &'a GameConditions,
    start: Position,
    log: Option<&'a Path>,
}

impl<'a> Programs<'a> {
    /// Prepares games between programs. Their stderr is written to the folder `log`, if any, one file per game.
    /// Fails if the board size is out of range.
    pub fn new(
        players: &'a [Player],
        conditions: &'a GameConditions,
        log: Option<&'a Path>,
    ) -> Result<Programs<'a>> {
        Ok(Programs { players, conditions, start: conditions.start()?, log })
    }
}

impl Play for Programs<'_> {
    fn play(&self, fixture: &Fixture, stop: &Stop) -> Result<Option<GameRecord>> {
        let game = fixture.game;
        let players = fixture.seats.map(|place| &self.players[place]);
        let GameConditions { openings, seed, .. } = self.conditions;
        let opening = openings.get(fixture.opening, &self.start, *seed, Balance::Distances)?;
        let limits = |player: &Player| self.conditions.limits(player.odds);
        let settings = GameSettings {
            size: self.start.size(),
            limits: players.map(limits),
            opening: opening.iter().map(move_of).collect(),
            shuffle: Some(self.conditions.game_seed(game)),
            ..GameSettings::default()
        };
        let bot = |seat: Seat| -> Result<Bot> {
            let player = players[seat.index()];
            let conditions = players::BotConditions {
                size: self.start.size(),
                seat,
                limits: limits(player),
                nodes: self.conditions.nodes(player.odds),
                seed: Some(self.conditions.game_seed(game)),
                swapped: settings.is_swapped(),
            };
            players::bot(&player.command, &conditions)
        };
        let bots = [bot(Seat::First)?, bot(Seat::Second)?];
        let mut stopped = false;
        let mut watch = |_: &_, _: &_| {
            stopped = stop.is_raised();
            if stopped {
                bail!("stopped");
            }
            Ok(())
        };
        let played = play::play(&settings, [&bots[0], &bots[1]], &mut watch);
        if stopped {
            return Ok(None);
        }
        let report = played.with_context(|| format!("game {game}"))?;
        if let Some(folder) = self.log {
            write_log(folder, game, players.map(|player| player.name.as_str()), &report)?;
        }
        let commands = [&bots[0].name, &bots[1].name].map(String::as_str);
        Ok(Some(record(&settings, commands, settings.shuffle, &report)))
    }
}

fn write_log(folder: &Path, game: u64, names: [&str; 2], report: &GameReport) -> Result<()> {
    let mut text = format!("game {game}: {}\n", report.verdict);
    for (name, stderr) in names.iter().zip(&report.stderr) {
        let _ = writeln!(text, "\n== {name}");
        for line in &stderr.lines {
            let _ = writeln!(text, "{line}");
        }
    }
    let path = folder.join(format!("game-{game:06}.log"));
    std::fs::create_dir_all(folder)
        .and_then(|()| std::fs::write(&path, text))
        .with_context(|| format!("cannot write {}", path.display()))
}
