//! The loop over generations and tracks. Each phase skips finished work, so the loop is resumable.

use crate::rounds::chart;
use crate::rounds::games::{self, Count};
use crate::rounds::gate;
use crate::rounds::gate::verdict::{above_first, promotion};
use crate::rounds::generation::{Generation, Shared};
use crate::rounds::pool::Pool;
use crate::rounds::record::{GenerationRecord, RecordText, Round, BEST};
use crate::rounds::settings::file::{differences, LoopConfig};
use crate::rounds::settings::stage::Stage;
use crate::rounds::settings::TrackSettings;
use crate::rounds::state::{self, Minutes};
use crate::rounds::steps;
use crate::rounds::training;
use anyhow::{ensure, Result};
use std::collections::BTreeMap;

/// Runs the loop until generation `last` is finished or all tracks have ended with their last stages. Calls `report`
/// for each generation of each track, including the generations of earlier starts. Fails if a program fails or the
/// loop is stopped.
pub fn run(
    shared: &Shared,
    config: &LoopConfig,
    pool: &mut dyn Pool,
    last: Option<u32>,
    report: &mut dyn FnMut(RecordText<'_>),
) -> Result<()> {
    let settings = LoopConfig::path(shared.state.folder());
    if !settings.exists() {
        common::file::write(&settings, config.toml()?)?;
    }
    for index in 0..config.tracks.len() {
        Generation::next(shared, &config.tracks, index)?.publish_best()?;
    }
    let mut rounds = shared.state.rounds()?;
    for round in &rounds {
        for track in &config.tracks {
            round
                .tracks
                .get(&track.name)
                .into_iter()
                .for_each(|record| report(RecordText(&track.name, record)));
        }
    }
    loop {
        if !rounds.is_empty() {
            let names: Vec<&str> = config.tracks.iter().map(|track| track.name.as_str()).collect();
            let svg = chart::render(&rounds, &names);
            common::file::write(&shared.state.folder().join("strength.svg"), svg)?;
        }
        let number = rounds.len() as u32;
        if last.is_some_and(|last| number > last) {
            return Ok(());
        }
        let mut tracks = BTreeMap::new();
        for (index, track) in config.tracks.iter().enumerate() {
            let generation = Generation::next(shared, &config.tracks, index)?;
            if let Some(record) = finish(generation, pool)? {
                report(RecordText(&track.name, &record));
                tracks.insert(track.name.clone(), record);
            }
        }
        if tracks.is_empty() {
            return Ok(());
        }
        rounds.push(Round { generation: number, tracks });
        shared.state.write_rounds(&rounds)?;
    }
}

/// Returns the commands that the next start would run, as shell command lines with comments: all remaining
/// stages of a track, or the games, training and matches of its next generation. Fails if a file that the
/// settings name is missing.
pub fn plan(shared: &Shared, config: &LoopConfig) -> Result<Vec<String>> {
    let mut lines = Vec::new();
    for (index, track) in config.tracks.iter().enumerate() {
        let mut generation = Generation::next(shared, &config.tracks, index)?;
        if let Some(record) = generation.record()? {
            generation.records.push(record);
            generation.number += 1;
        }
        for stage in track.stages.iter().skip(generation.number as usize) {
            lines.push(format!("# {}, stage {}", track.name, stage.name));
            let commands = stage.commands(&track.settings.words)?;
            lines.extend(commands.iter().map(ToString::to_string));
        }
        if track.stages.is_empty() {
            lines.push(format!("# {}", generation.label("each command in a folder of its own")));
            let training =
                training::command(&generation)?.map(|command| ("training".to_owned(), command));
            let commands = games::plan(&generation)?.into_iter().chain(training);
            for (name, command) in commands.chain(gate::plan(&generation)?) {
                lines.extend([format!("# {name}"), command.to_string()]);
            }
        }
    }
    Ok(lines)
}

/// Finishes a generation and returns its record; `None` after the track's last stage.
fn finish(mut generation: Generation<'_>, pool: &mut dyn Pool) -> Result<Option<GenerationRecord>> {
    let stage = generation.track.stages.get(generation.number as usize);
    if stage.is_none() && !generation.track.stages.is_empty() {
        return Ok(None);
    }
    // The record exists if the loop stopped after this track had finished the generation, but before the last
    // track had.
    let record = match generation.record()? {
        Some(record) => record,
        None => {
            state::create_folder(&generation.folder())?;
            check_settings(&generation)?;
            let record = run_phases(&generation, pool, stage)?;
            state::write_json(&generation.folder().join("line.json"), &record)?;
            record
        }
    };
    generation.records.push(record.clone());
    generation.publish_best()?;
    Ok(Some(record))
}

fn check_settings(generation: &Generation<'_>) -> Result<()> {
    let path = generation.folder().join("settings.json");
    let Some(original) = state::read_json::<TrackSettings>(&path)? else {
        return state::write_json(&path, generation.settings());
    };
    let differ = differences(&original, generation.settings())?;
    ensure!(
        differ.is_empty(),
        "cannot resume: generation {} of {} was started with {}; restore this in loop.toml until the \
         generation is finished, or remove {} to start it again",
        generation.number,
        generation.track.name,
        differ.join("; "),
        generation.folder().display()
    );
    Ok(())
}

fn run_phases(
    generation: &Generation<'_>,
    pool: &mut dyn Pool,
    stage: Option<&Stage>,
) -> Result<GenerationRecord> {
    let (games, held_out) = match stage {
        Some(stage) => steps::stage(generation, stage)?,
        None => {
            let mut games = Count::default();
            games::play(generation, pool)?.into_values().for_each(|count| games += count);
            (games, training::train(generation)?)
        }
    };
    let matches = gate::play(generation, pool)?;
    let (promoted, verdict) = match generation.settings().matches {
        true => promotion(&matches),
        false => (true, "no gate match".to_owned()),
    };
    let minutes = Minutes::new(&generation.folder())?.spent.into_iter();
    Ok(GenerationRecord {
        generation: generation.number,
        games: games.games,
        positions: games.positions,
        games_of: generation.champion().filter(|_| stage.is_none()),
        held_out,
        above_first: above_first(&generation.records, generation.champion(), matches.get(BEST)),
        matches,
        promoted,
        verdict,
        minutes: minutes.map(|(phase, spent)| (phase, (spent * 100.0).round() / 100.0)).collect(),
    })
}
