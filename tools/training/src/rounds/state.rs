//! Files of a loop. Except for logs, a file that exists is complete, because it is written under a temporary name and
//! renamed.
//!
//! ```text
//! loop.toml            settings
//! generations.jsonl    one record per finished generation
//! strength.svg         strength by generation
//! TRACK/best.tpn       the track's best network
//! TRACK/g0, g1, ...    settings.json, games/, lists/, net/, matches/, and results as JSON
//! tmp                  copies of the programs, and unfinished work; emptied at every start
//! ```

use crate::rounds::record::Round;
use anyhow::{anyhow, ensure, Context, Result};
use records::file::{InUse, LockedFile, Mode};
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Time for the programs of a killed loop to exit.
const EXIT_TIMEOUT: Duration = Duration::from_secs(5);

/// Writes a value as JSON, atomically.
pub fn write_json<T: Serialize>(path: &Path, value: &T) -> Result<()> {
    common::file::write(path, format!("{}\n", serde_json::to_string(value)?).as_bytes())
}

/// Reads a JSON file; `None` if it does not exist. Fails if it cannot be parsed.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>> {
    if !path.exists() {
        return Ok(None);
    }
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let read = serde_json::from_slice(&text);
    read.map(Some).with_context(|| format!("{} is damaged", path.display()))
}

/// Creates a folder and its parents.
pub fn create_folder(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create {}", folder.display()))
}

/// The folder of a loop, locked for the lifetime of this value.
#[derive(Debug)]
pub struct LoopState {
    folder: PathBuf,
    _lock: Option<LockedFile>,
}

impl LoopState {
    /// Creates and locks the folder, and removes a killed loop's unfinished work. Fails if another loop has
    /// locked the folder.
    pub fn open(folder: &Path) -> Result<LoopState> {
        create_folder(folder)?;
        // Each task runs in a folder of its own, so the paths in its command must be absolute.
        let folder = fs::canonicalize(folder)?;
        let path = folder.join(".lock");
        let lock =
            LockedFile::open(&path, Mode::Any).map_err(|error| match error.is::<InUse>() {
                true => anyhow!(
                    "cannot open {}: locked by another loop; wait until it ends or pass another --out",
                    folder.display()
                ),
                false => error,
            })?;
        let state = LoopState { folder, _lock: Some(lock) };
        state.clear()?;
        create_folder(&state.temporary())?;
        Ok(state)
    }

    /// Opens the folder without a lock, to plan the next start. A loop without a folder has not started.
    #[must_use]
    pub fn read_only(folder: Option<&Path>) -> LoopState {
        LoopState { folder: folder.map(Path::to_owned).unwrap_or_default(), _lock: None }
    }

    /// Removes `tmp`: unfinished work and the copies of the programs.
    pub fn clear(&self) -> Result<()> {
        let all = self.folder.join("tmp");
        let end = Instant::now() + EXIT_TIMEOUT;
        while let Err(error) = fs::remove_dir_all(&all) {
            if error.kind() == ErrorKind::NotFound {
                break;
            }
            // Programs of a killed loop can still be writing.
            ensure!(Instant::now() < end, "cannot clear {}: {error}", all.display());
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Returns the folder of the loop.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the folder for unfinished work and the copies of the programs. Its name contains the process id, so
    /// that the folder never holds files of an earlier start.
    #[must_use]
    pub fn temporary(&self) -> PathBuf {
        self.folder.join(format!("tmp/{}", std::process::id()))
    }

    /// Reads the finished generations. Fails if they are not consecutive from 0.
    pub fn rounds(&self) -> Result<Vec<Round>> {
        let path = self.folder.join("generations.jsonl");
        let has_started = !self.folder.as_os_str().is_empty() && path.exists();
        if !has_started {
            return Ok(Vec::new());
        }
        let text = fs::read_to_string(&path).context("cannot read generations.jsonl")?;
        let rounds: Result<Vec<Round>, _> = text.lines().map(serde_json::from_str).collect();
        let consecutive = rounds.ok().filter(|rounds| {
            rounds.iter().enumerate().all(|(n, round)| round.generation as usize == n)
        });
        consecutive.with_context(|| {
            format!("{} is damaged: expected one generation per line, from 0 on", path.display())
        })
    }

    /// Writes the records of all finished generations.
    pub fn write_rounds(&self, rounds: &[Round]) -> Result<()> {
        let lines = rounds.iter().map(|round| Ok(serde_json::to_string(round)? + "\n"));
        common::file::write(
            &self.folder.join("generations.jsonl"),
            lines.collect::<Result<String>>()?,
        )
    }
}

/// Moves finished work to its final path, after an fsync of its files.
pub fn store(source: &Path, target: &Path) -> Result<()> {
    let stored = || -> Result<()> {
        for file in files(source)? {
            File::open(file)?.sync_all()?;
        }
        create_folder(target.parent().unwrap_or(target))?;
        Ok(common::file::rename(source, target)?)
    };
    stored().with_context(|| format!("cannot store {}", target.display()))
}

/// Returns all files below a folder, or the file itself.
fn files(path: &Path) -> std::io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut found = Vec::new();
    for entry in fs::read_dir(path)? {
        found.extend(files(&entry?.path())?);
    }
    Ok(found)
}

/// Duration of each phase of a generation, summed over all starts of the loop.
#[derive(Debug)]
pub struct Minutes {
    path: PathBuf,
    /// Minutes, by phase.
    pub spent: BTreeMap<String, f64>,
    since: Instant,
}

impl Minutes {
    /// Reads the durations stored in a generation's folder, and starts timing.
    pub fn new(folder: &Path) -> Result<Minutes> {
        let path = folder.join("minutes.json");
        let spent = read_json(&path)?.unwrap_or_default();
        Ok(Minutes { path, spent, since: Instant::now() })
    }

    /// Adds the time since the last call, or since [`Minutes::new`], to a phase, and writes the durations to disk.
    pub fn lap(&mut self, phase: &str) -> Result<()> {
        let now = Instant::now();
        let minutes = (now - self.since).as_secs_f64() / 60.0;
        self.since = now;
        *self.spent.entry(phase.to_owned()).or_default() += minutes;
        write_json(&self.path, &self.spent)
    }
}
