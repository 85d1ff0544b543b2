//! The loop: each generation's games, training, matches and line of each track, and what is done is
//! not done again.

use crate::rounds::chart;
use crate::rounds::child::Tools;
use crate::rounds::games;
use crate::rounds::gate;
use crate::rounds::gate::verdict::{above_first, promoted};
use crate::rounds::line::{Line, Round, Sentence, BEST};
use crate::rounds::part::Part;
use crate::rounds::pool::Pool;
use crate::rounds::settings::file::{differences, Config, Track};
use crate::rounds::settings::Settings;
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
            state::write(&settings, self.config.toml()?.as_bytes())?;
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
                let line = self.track(place, track)?;
                tell(Sentence(&track.name, &line));
                tracks.insert(track.name.clone(), line);
            }
            self.state.finish(Round { generation: number, tracks })?;
            self.draw()?;
        }
    }

    /// Brings the picture up to the finished generations.
    fn draw(&self) -> Result<()> {
        let rounds = self.state.rounds()?;
        if rounds.is_empty() {
            return Ok(());
        }
        let names: Vec<&str> = self.config.tracks.iter().map(|track| track.name.as_str()).collect();
        let svg = chart::draw(&rounds, &names);
        state::write(&self.state.folder().join("strength.svg"), svg.as_bytes())
    }

    /// Does what is missing of a track's generation; the line about it.
    fn track(&mut self, place: usize, track: &Track) -> Result<Line> {
        let state = self.state.track(&track.name)?;
        let finished: u32 = self
            .state
            .rounds()?
            .iter()
            .map(|round| u32::from(round.tracks.contains_key(&track.name)))
            .sum();
        // Its line was written before the generation's.
        if let Some(line) = state.lines().get(finished as usize) {
            return Ok(line.clone());
        }
        let folder = state.generation(finished);
        state::make(&folder)?;
        hold(&folder, track, finished)?;
        let mut part = Part {
            name: &track.name,
            place,
            settings: &track.settings,
            state: &state,
            number: finished,
            pool: &mut *self.pool,
            tools: self.tools,
            workers: self.workers,
            stop: self.stop,
        };
        let line = generation(&mut part)?;
        state::note(&folder.join("line.json"), &line)?;
        self.state.track(&track.name)?.crown()?;
        Ok(line)
    }
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

fn generation(part: &mut Part<'_>) -> Result<Line> {
    let state: &TrackState = part.state;
    let boards = games::play(part)?;
    let held_out = training::train(part)?;
    let matches = gate::play(part)?;
    let (promoted, verdict) = promoted(&matches);
    let minutes = Minutes::new(&part.folder())?.spent.into_iter();
    Ok(Line {
        generation: part.number,
        games: boards.values().map(|count| count.games).sum(),
        positions: boards.values().map(|count| count.positions).sum(),
        games_of: state.champion(),
        held_out,
        above_first: above_first(state.lines(), state.champion(), matches.get(BEST)),
        matches,
        promoted,
        verdict,
        minutes: minutes.map(|(part, spent)| (part, (spent * 100.0).round() / 100.0)).collect(),
    })
}
