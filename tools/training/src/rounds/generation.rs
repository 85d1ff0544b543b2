//! A generation of a track that is being made, or planned.

use crate::rounds::child::Tools;
use crate::rounds::line::Line;
use crate::rounds::settings::file::Track;
use crate::rounds::settings::Settings;
use crate::rounds::state::{self, State};
use anyhow::{bail, ensure, Context, Result};
use common::stop::Stop;
use std::fs;
use std::path::{Path, PathBuf};

/// What all generations of a start have in common.
#[derive(Debug)]
pub struct Shared {
    /// The loop's folder.
    pub state: State,
    /// The programs.
    pub tools: Tools,
    /// Threads of programs that run on this machine alone.
    pub workers: usize,
    /// Raised to stop the loop.
    pub stop: Stop,
}

/// A generation of a track.
#[derive(Debug)]
pub struct Generation<'a> {
    /// The loop.
    pub shared: &'a Shared,
    /// The track.
    pub track: &'a Track,
    /// Its place in the settings.
    pub place: usize,
    /// The generation's number.
    pub number: u32,
    /// The finished generations of the track.
    pub lines: Vec<Line>,
}

impl<'a> Generation<'a> {
    /// The first one of the track at `place` that is not finished.
    ///
    /// # Errors
    ///
    /// If the earlier ones cannot be read.
    pub fn next(shared: &'a Shared, tracks: &'a [Track], place: usize) -> Result<Generation<'a>> {
        let track = &tracks[place];
        let rounds = shared.state.rounds()?.into_iter();
        let lines: Vec<Line> =
            rounds.filter_map(|mut round| round.tracks.remove(&track.name)).collect();
        let numbered = lines.iter().enumerate().all(|(n, line)| line.generation as usize == n);
        ensure!(numbered, "generations.jsonl lacks generations of {}", track.name);
        Ok(Generation { shared, track, place, number: lines.len() as u32, lines })
    }

    /// Its line, if it is finished before those of other tracks.
    ///
    /// # Errors
    ///
    /// If that is damaged.
    pub fn line(&self) -> Result<Option<Line>> {
        state::noted(&self.folder().join("line.json"))
    }

    /// The settings of the track.
    #[must_use]
    pub const fn settings(&self) -> &'a Settings {
        &self.track.settings
    }

    /// The folder of a generation of the track.
    #[must_use]
    pub fn folder_of(&self, number: u32) -> PathBuf {
        self.shared.state.folder().join(&self.track.name).join(format!("g{number}"))
    }

    /// The generation's own folder.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        self.folder_of(self.number)
    }

    /// The weights of a generation's network.
    #[must_use]
    pub fn network(&self, number: u32) -> PathBuf {
        self.folder_of(number).join("net/net.tpn")
    }

    /// The finished generations whose networks were the best of their time, oldest first.
    #[must_use]
    pub fn champions(&self) -> Vec<u32> {
        self.lines.iter().filter(|line| line.promoted).map(|line| line.generation).collect()
    }

    /// The generation whose network is the best so far; `None` before there is one.
    #[must_use]
    pub fn champion(&self) -> Option<u32> {
        self.champions().last().copied()
    }

    /// `arena, generation 3, WHAT`, for progress.
    #[must_use]
    pub fn title(&self, what: &str) -> String {
        format!("{}, generation {}, {what}", self.track.name, self.number)
    }

    /// Makes a file the generation's network, unless it has one.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or the network cannot be written.
    pub fn adopt(&self, weights: &Path) -> Result<()> {
        let network = self.network(self.number);
        if !network.exists() {
            state::make(&self.folder().join("net"))?;
            common::file::write(&network, read(weights)?)?;
        }
        Ok(())
    }

    /// Makes `best.tpn` the champion's network.
    ///
    /// # Errors
    ///
    /// If a file cannot be read or written.
    pub fn crown(&self) -> Result<()> {
        let Some(champion) = self.champion() else { return Ok(()) };
        let best = self.shared.state.folder().join(&self.track.name).join("best.tpn");
        let weights = read(&self.network(champion))?;
        if fs::read(&best).is_ok_and(|best| best == weights) {
            return Ok(());
        }
        common::file::write(&best, weights)
    }
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

/// Finds a file of the settings: as it is named, or in a folder that the running program is in, so that
/// files of a checkout are found from wherever its program is started.
///
/// # Errors
///
/// If there is none.
pub fn found(path: &str) -> Result<PathBuf> {
    if Path::new(path).exists() {
        return Ok(fs::canonicalize(path)?);
    }
    let program = std::env::current_exe().unwrap_or_default();
    let there = program.ancestors().map(|folder| folder.join(path)).find(|path| path.exists());
    match there {
        Some(path) => Ok(path),
        None => bail!("there is no {path}: start the loop from where it is, or name it in full"),
    }
}
