//! What every part of a generation works with.

use crate::rounds::child::Tools;
use crate::rounds::pool::Pool;
use crate::rounds::settings::Settings;
use crate::rounds::state::TrackState;
use anyhow::{bail, Result};
use common::stop::Stop;
use std::path::{Path, PathBuf};

/// A generation of a track that is being made.
pub struct Part<'a> {
    /// What the track is called.
    pub name: &'a str,
    /// Its place in the settings.
    pub place: usize,
    /// What it does.
    pub settings: &'a Settings,
    /// Its folder, and what it has done.
    pub state: &'a TrackState,
    /// The generation's number.
    pub number: u32,
    /// Who works.
    pub pool: &'a mut dyn Pool,
    /// The programs, for what is done here.
    pub tools: &'a Tools,
    /// Threads of what is done here.
    pub workers: usize,
    /// Whether somebody wants the loop to stop.
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

/// A file of the settings: as it is named, or from a folder that the running program lies in, so
/// that those of a checkout are found from wherever its program is started.
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
