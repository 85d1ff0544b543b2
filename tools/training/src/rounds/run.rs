//! The loop: each generation's games, training, matches and line of each track. Finished work is not repeated.

use crate::rounds::chart;
use crate::rounds::games::{self, Count};
use crate::rounds::gate;
use crate::rounds::gate::verdict::{above_first, promoted};
use crate::rounds::generation::{Generation, Shared};
use crate::rounds::line::{Line, Round, Sentence, BEST};
use crate::rounds::pool::Pool;
use crate::rounds::settings::file::{differences, Config};
use crate::rounds::settings::stage::Stage;
use crate::rounds::settings::Settings;
use crate::rounds::state::{self, Minutes};
use crate::rounds::steps;
use crate::rounds::training;
use anyhow::{ensure, Result};
use std::collections::BTreeMap;

/// Runs the loop to the end of generation `last`; without end if it is `None`. `report` receives a
/// sentence for each generation of a track, those of earlier starts first.
///
/// # Errors
///
/// If one of the tools fails or the loop is to stop.
pub fn run(
    shared: &Shared,
    config: &Config,
    pool: &mut dyn Pool,
    last: Option<u32>,
    report: &mut dyn FnMut(Sentence<'_>),
) -> Result<()> {
    let settings = shared.state.folder().join("loop.toml");
    if !settings.exists() {
        common::file::write(&settings, config.toml()?)?;
    }
    for place in 0..config.tracks.len() {
        Generation::next(shared, &config.tracks, place)?.crown()?;
    }
    let mut rounds = shared.state.rounds()?;
    for round in &rounds {
        for track in &config.tracks {
            round
                .tracks
                .get(&track.name)
                .into_iter()
                .for_each(|line| report(Sentence(&track.name, line)));
        }
    }
    loop {
        if !rounds.is_empty() {
            let names: Vec<&str> = config.tracks.iter().map(|track| track.name.as_str()).collect();
            let svg = chart::draw(&rounds, &names);
            common::file::write(&shared.state.folder().join("strength.svg"), svg)?;
        }
        let number = rounds.len() as u32;
        if last.is_some_and(|last| number > last) {
            return Ok(());
        }
        let mut tracks = BTreeMap::new();
        for (place, track) in config.tracks.iter().enumerate() {
            if let Some(line) = next_of(Generation::next(shared, &config.tracks, place)?, pool)? {
                report(Sentence(&track.name, &line));
                tracks.insert(track.name.clone(), line);
            }
        }
        if tracks.is_empty() {
            return Ok(());
        }
        rounds.push(Round { generation: number, tracks });
        shared.state.finish(&rounds)?;
    }
}

/// Lists the commands that another start would run: all missing stages of a track, or its next
/// generation's games, training, and matches, which a test may end early.
///
/// # Errors
///
/// If the folder cannot be read, or a file of the settings is missing.
pub fn plan(shared: &Shared, config: &Config) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for (place, track) in config.tracks.iter().enumerate() {
        let mut part = Generation::next(shared, &config.tracks, place)?;
        if let Some(line) = part.line()? {
            part.lines.push(line);
            part.number += 1;
        }
        for stage in track.stages.iter().skip(part.number as usize) {
            lines.push(format!("# {}, stage {}", track.name, stage.name));
            let commands = stage.commands(&track.settings.words)?;
            lines.extend(commands.iter().map(ToString::to_string));
        }
        if track.stages.is_empty() {
            lines.push(format!("# {}", part.title("in its chunks' folders")));
            let training =
                training::command(&part)?.map(|command| ("training".to_owned(), command));
            let commands = games::planned(&part)?.into_iter().chain(training);
            for (name, command) in commands.chain(gate::planned(&part)?) {
                lines.extend([format!("# {name}"), command.to_string()]);
            }
        }
    }
    Ok(lines)
}

/// Makes what is missing of a track's generation. Returns its line, or none if the track has no more stages.
fn next_of(mut part: Generation<'_>, pool: &mut dyn Pool) -> Result<Option<Line>> {
    let stage = part.track.stages.get(part.number as usize);
    if stage.is_none() && !part.track.stages.is_empty() {
        return Ok(None);
    }
    // A track may be further than its round, which ends with the last track.
    let line = match part.line()? {
        Some(line) => line,
        None => {
            state::make(&part.folder())?;
            hold(&part)?;
            let line = make(&part, pool, stage)?;
            state::note(&part.folder().join("line.json"), &line)?;
            line
        }
    };
    part.lines.push(line.clone());
    part.crown()?;
    Ok(Some(line))
}

/// Holds a generation to the settings that it was started with.
fn hold(part: &Generation<'_>) -> Result<()> {
    let path = part.folder().join("settings.json");
    let Some(held) = state::noted::<Settings>(&path)? else {
        return state::note(&path, part.settings());
    };
    let differ = differences(&held, part.settings())?;
    ensure!(
        differ.is_empty(),
        "generation {} of {} was started with {}: put that back into loop.toml until it is \
         finished, or remove {} to make the generation again",
        part.number,
        part.track.name,
        differ.join("; "),
        part.folder().display()
    );
    Ok(())
}

fn make(part: &Generation<'_>, pool: &mut dyn Pool, stage: Option<&Stage>) -> Result<Line> {
    let (games, held_out) = match stage {
        Some(stage) => steps::stage(part, stage)?,
        None => {
            let mut games = Count::default();
            games::play(part, pool)?.into_values().for_each(|count| games += count);
            (games, training::train(part)?)
        }
    };
    let matches = gate::play(part, pool)?;
    let (promoted, verdict) = match part.settings().matches {
        true => promoted(&matches),
        false => (true, "without a match".to_owned()),
    };
    let minutes = Minutes::new(&part.folder())?.spent.into_iter();
    Ok(Line {
        generation: part.number,
        games: games.games,
        positions: games.positions,
        games_of: part.champion().filter(|_| stage.is_none()),
        held_out,
        above_first: above_first(&part.lines, part.champion(), matches.get(BEST)),
        matches,
        promoted,
        verdict,
        minutes: minutes.map(|(part, spent)| (part, (spent * 100.0).round() / 100.0)).collect(),
    })
}
