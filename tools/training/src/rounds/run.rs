//! The loop: each generation's games, training, matches and line of each track, and what is done is
//! not done again.

use crate::rounds::chart;
use crate::rounds::child::Tools;
use crate::rounds::games;
use crate::rounds::games::Count;
use crate::rounds::gate;
use crate::rounds::gate::verdict::{above_first, promoted};
use crate::rounds::line::{Line, Round, Sentence, BEST};
use crate::rounds::part::{Hands, Part};
use crate::rounds::pool::{Pool, Task};
use crate::rounds::settings::file::{differences, Config, Track};
use crate::rounds::settings::stage::{quoted, Stage};
use crate::rounds::settings::Settings;
use crate::rounds::stages;
use crate::rounds::state::{self, Minutes, State, TrackState};
use crate::rounds::training;
use anyhow::{ensure, Result};
use common::stop::Stop;
use std::collections::BTreeMap;

/// A loop in its folder, with the workers that it has this time.
pub struct Loop<'a> {
    /// Its folder.
    pub state: &'a State,
    /// What it does.
    pub config: &'a Config,
    /// Who works.
    pub pool: &'a mut dyn Pool,
    /// The programs.
    pub tools: &'a Tools,
    /// Threads of what is done on this machine alone.
    pub workers: usize,
    /// Whether somebody wants it to stop.
    pub stop: &'a Stop,
}

impl Loop<'_> {
    /// Goes on to the end of generation `last`; without end if it is `None`. `tell` is given a
    /// sentence for each generation of a track, those of earlier starts first.
    ///
    /// # Errors
    ///
    /// If one of the tools fails or somebody wants the loop to stop.
    pub fn run(&mut self, last: Option<u32>, tell: &mut dyn FnMut(Sentence<'_>)) -> Result<()> {
        let settings = self.state.folder().join("loop.toml");
        if !settings.exists() {
            common::file::write(&settings, self.config.toml()?.as_bytes())?;
        }
        let config = self.config;
        for track in &config.tracks {
            self.state.track(&track.name)?.crown()?;
        }
        for round in self.state.rounds()? {
            for track in &config.tracks {
                if let Some(line) = round.tracks.get(&track.name) {
                    tell(Sentence(&track.name, line));
                }
            }
        }
        self.draw()?;
        loop {
            let number = self.state.rounds()?.len() as u32;
            if last.is_some_and(|last| number > last) {
                return Ok(());
            }
            let mut tracks = BTreeMap::new();
            for (place, track) in config.tracks.iter().enumerate() {
                if let Some(line) = self.track(place, track)? {
                    tell(Sentence(&track.name, &line));
                    tracks.insert(track.name.clone(), line);
                }
            }
            if tracks.is_empty() {
                return Ok(());
            }
            self.state.finish(Round { generation: number, tracks })?;
            self.draw()?;
        }
    }

    /// Lists the commands that another start would run: all stages that are missing of a track, or its next
    /// generation's games, training, and matches, which a test may end early.
    ///
    /// # Errors
    ///
    /// If the folder cannot be read, or a file of the settings is missing.
    pub fn plan(&self) -> Result<Vec<String>> {
        let mut lines = Vec::new();
        for (place, track) in self.config.tracks.iter().enumerate() {
            let state = self.state.track(&track.name)?;
            let number = state.lines().len() as u32;
            let part = part((place, track), &state, number, self.workers, self.tools);
            for stage in track.stages.iter().skip(part.number as usize) {
                lines.push(format!("# {}, stage {}", track.name, stage.name));
                let commands = stage.commands(&track.settings.words)?;
                lines.extend(commands.iter().map(ToString::to_string));
            }
            if track.stages.is_empty() {
                let show = |task: Task| [format!("# {}", task.name), task.to_string()];
                lines.push(format!("# {}", part.title("in its chunks' folders")));
                lines.extend(games::tasks(&part)?.into_iter().flat_map(show));
                if let Some(arguments) = training::arguments(&part)? {
                    let words = arguments.iter().map(|word| quoted(word)).collect::<Vec<_>>();
                    lines.extend(["# training".to_owned(), format!("train {}", words.join(" "))]);
                }
                lines.extend(gate::tasks(&part)?.into_iter().flat_map(show));
            }
        }
        Ok(lines)
    }

    /// Brings the picture up to the finished generations.
    fn draw(&self) -> Result<()> {
        let rounds = self.state.rounds()?;
        if rounds.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = self.config.tracks.iter().map(|track| track.name.as_str()).collect();
        let svg = chart::draw(&rounds, &names);
        common::file::write(&self.state.folder().join("strength.svg"), svg.as_bytes())
    }

    /// Does what is missing of a track's generation; the line about it, or none if it has no more stages.
    fn track(&mut self, place: usize, track: &Track) -> Result<Option<Line>> {
        let state = self.state.track(&track.name)?;
        let rounds = self.state.rounds()?;
        let finished = rounds.iter().filter(|round| round.tracks.contains_key(&track.name)).count();
        // Its line was written before the generation's.
        if let Some(line) = state.lines().get(finished) {
            return Ok(Some(line.clone()));
        }
        let stage = track.stages.get(finished);
        if stage.is_none() && !track.stages.is_empty() {
            return Ok(None);
        }
        let folder = state.generation(finished as u32);
        state::make(&folder)?;
        hold(&folder, track, finished as u32)?;
        let Loop { workers, tools, .. } = *self;
        let part = part((place, track), &state, finished as u32, workers, tools);
        let mut hands = Hands { pool: &mut *self.pool, stop: self.stop };
        let line = generation(&part, &mut hands, stage)?;
        state::note(&folder.join("line.json"), &line)?;
        self.state.track(&track.name)?.crown()?;
        Ok(Some(line))
    }
}

/// A track's generation.
fn part<'a>(
    (place, track): (usize, &'a Track),
    state: &'a TrackState,
    number: u32,
    workers: usize,
    tools: &'a Tools,
) -> Part<'a> {
    Part { name: &track.name, place, settings: &track.settings, state, number, workers, tools }
}

/// Keeps a generation to the settings that it was begun with.
fn hold(folder: &std::path::Path, track: &Track, number: u32) -> Result<()> {
    let path = folder.join("settings.json");
    let Some(held) = state::noted::<Settings>(&path)? else {
        return state::note(&path, &track.settings);
    };
    let differ = differences(&held, &track.settings)?;
    ensure!(
        differ.is_empty(),
        "generation {number} of {} was begun with {}: put that back into loop.toml until it is \
         finished, or remove {} to make the generation anew",
        track.name,
        differ.join("; "),
        folder.display()
    );
    Ok(())
}

fn generation(part: &Part<'_>, hands: &mut Hands<'_>, stage: Option<&Stage>) -> Result<Line> {
    let state: &TrackState = part.state;
    let (games, held_out) = match stage {
        Some(stage) => stages::make(part, hands, stage)?,
        None => {
            let mut games = Count::default();
            games::play(part, hands)?.into_values().for_each(|count| games += count);
            (games, training::train(part, hands)?)
        }
    };
    let matches = gate::play(part, hands)?;
    let (promoted, verdict) = match part.settings.matches {
        true => promoted(&matches),
        false => (true, "without a match".to_owned()),
    };
    let minutes = Minutes::new(&part.folder())?.spent.into_iter();
    Ok(Line {
        generation: part.number,
        games: games.games,
        positions: games.positions,
        games_of: state.champion().filter(|_| stage.is_none()),
        held_out,
        above_first: above_first(state.lines(), state.champion(), matches.get(BEST)),
        matches,
        promoted,
        verdict,
        minutes: minutes.map(|(part, spent)| (part, (spent * 100.0).round() / 100.0)).collect(),
    })
}
