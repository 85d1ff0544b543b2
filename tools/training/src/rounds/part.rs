//! A generation that is being made, and what its parts have in common.

use crate::rounds::child::Tools;
use crate::rounds::pool::Pool;
use crate::rounds::settings::Settings;
use crate::rounds::state::TrackState;
use anyhow::{bail, Result};
use common::stop::Stop;
use std::path::{Path, PathBuf};

/// A generation of a track.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// The track's name.
    pub name: &'a str,
    /// Its place in the settings.
    pub place: usize,
    /// Its settings.
    pub settings: &'a Settings,
    /// Its folder, and its finished generations.
    pub state: &'a TrackState,
    /// The generation's number.
    pub number: u32,
    /// Threads of what runs on this machine alone.
    pub workers: usize,
    /// The programs.
    pub tools: &'a Tools,
}

/// What runs tasks, until it is to stop.
pub struct Hands<'a> {
    /// Runs tasks.
    pub pool: &'a mut dyn Pool,
    /// Whether the loop is to stop.
    pub stop: &'a Stop,
}

impl Part<'_> {
    /// The generation's folder.
    #[must_use]
    pub fn folder(&self) -> PathBuf {
        self.state.generation(self.number)
    }

    /// `arena, generation 3, WHAT`, for progress.
    #[must_use]
    pub fn title(&self, what: &str) -> String {
        format!("{}, generation {}, {what}", self.name, self.number)
    }
}

/// Finds a file of the settings: as it is named, or in a folder that the running program is in, so that
/// files of a checkout are found from wherever its program is started.
///
/// # Errors
///
/// If there is none.
pub fn found(path: &str) -> Result<PathBuf> {
    if Path::new(path).exists() {
        return Ok(std::fs::canonicalize(path)?);
    }
    let program = std::env::current_exe().unwrap_or_default();
    let there = program.ancestors().map(|folder| folder.join(path)).find(|path| path.exists());
    match there {
        Some(path) => Ok(path),
        None => bail!("there is no {path}: start the loop from where it is, or name it in full"),
    }
}
