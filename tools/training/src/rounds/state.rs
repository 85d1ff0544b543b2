//! What a loop has on disk. Everything appears whole, under its own name, by a rename.
//!
//! ```text
//! loop.toml            settings
//! generations.jsonl    a line for every finished generation
//! strength.svg         strength by generation
//! TRACK/best.tpn       the best network of a track so far
//! TRACK/g0, g1, ...    settings.json, games/, lists/, net/, matches/, and what the parts found out
//! tmp                  the programs that run, and work in flight; emptied at every start
//! ```

use crate::rounds::line::Round;
use anyhow::{anyhow, ensure, Context, Result};
use common::journal::{InUse, LockedFile, Mode};
use serde::de::DeserializeOwned;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// How long an earlier start's programs may take to end.
const PATIENCE: Duration = Duration::from_secs(5);

/// Writes something as JSON, whole or not at all.
///
/// # Errors
///
/// If it cannot be written.
pub fn note<T: Serialize>(path: &Path, what: &T) -> Result<()> {
    common::file::write(path, format!("{}\n", serde_json::to_string(what)?).as_bytes())
}

/// What was noted in a file, if it is there.
///
/// # Errors
///
/// If it cannot be read or holds something else.
pub fn noted<T: DeserializeOwned>(path: &Path) -> Result<Option<T>> {
    if !path.exists() {
        return Ok(None);
    }
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let read = serde_json::from_slice(&text);
    read.map(Some).with_context(|| format!("{} is damaged", path.display()))
}

/// Makes a folder and those that it lies in.
///
/// # Errors
///
/// If it cannot be made.
pub fn make(folder: &Path) -> Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))
}

/// The folder of a loop. No other loop works in it as long as this lives.
#[derive(Debug)]
pub struct State {
    folder: PathBuf,
    _lock: Option<LockedFile>,
}

impl State {
    /// Keeps other loops out of the folder, and clears what a killed one left half done.
    ///
    /// # Errors
    ///
    /// If another one is at work here, or the folder cannot be written.
    pub fn open(folder: &Path) -> Result<State> {
        make(folder)?;
        // Programs run in folders of their own, and the paths that they are given should hold.
        let folder = fs::canonicalize(folder)?;
        let path = folder.join(".lock");
        let lock =
            LockedFile::open(&path, Mode::Any).map_err(|error| match error.is::<InUse>() {
                true => anyhow!("another loop is at work in {}: wait for it", folder.display()),
                false => error,
            })?;
        let state = State { folder, _lock: Some(lock) };
        state.clear()?;
        make(&state.temporary())?;
        Ok(state)
    }

    /// The folder as it is, to plan what another start would do: nothing is written.
    #[must_use]
    pub fn planned(folder: &Path) -> State {
        State { folder: folder.to_owned(), _lock: None }
    }

    /// Removes work in flight.
    ///
    /// # Errors
    ///
    /// If it cannot be done.
    pub fn clear(&self) -> Result<()> {
        let all = self.folder.join("tmp");
        let end = Instant::now() + PATIENCE;
        while let Err(error) = fs::remove_dir_all(&all) {
            if error.kind() == ErrorKind::NotFound {
                break;
            }
            // What a killed loop had started may be writing still, for a moment.
            ensure!(Instant::now() < end, "cannot clear {}: {error}", all.display());
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// The folder of the loop.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where work in flight lies: for this start alone, so that nothing that an earlier one has
    /// begun can be taken for work of this one.
    #[must_use]
    pub fn temporary(&self) -> PathBuf {
        self.folder.join(format!("tmp/{}", std::process::id()))
    }

    /// The finished generations.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or holds something else.
    pub fn rounds(&self) -> Result<Vec<Round>> {
        let path = self.folder.join("generations.jsonl");
        if !path.exists() {
            return Ok(Vec::new());
        }
        let text = fs::read_to_string(&path).context("generations.jsonl")?;
        let rounds: Result<Vec<Round>, _> = text.lines().map(serde_json::from_str).collect();
        let whole = rounds.ok().filter(|rounds| {
            rounds.iter().enumerate().all(|(n, round)| round.generation as usize == n)
        });
        whole.with_context(|| {
            format!("{} is damaged: each line should be a generation, from 0 on", path.display())
        })
    }

    /// Writes the lines of the finished generations.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn finish(&self, rounds: &[Round]) -> Result<()> {
        let lines = rounds.iter().map(|round| Ok(serde_json::to_string(round)? + "\n"));
        common::file::write(
            &self.folder.join("generations.jsonl"),
            lines.collect::<Result<String>>()?,
        )
    }
}

/// Moves finished work to its place, its content flushed to disk first.
///
/// # Errors
///
/// If it cannot be moved.
pub fn keep(made: &Path, place: &Path) -> Result<()> {
    let kept = || -> Result<()> {
        for file in files(made)? {
            File::open(file)?.sync_all()?;
        }
        make(place.parent().unwrap_or(place))?;
        Ok(common::file::rename(made, place)?)
    };
    kept().with_context(|| format!("cannot keep {}", place.display()))
}

/// All files in a folder and in its folders; of a file, itself.
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

/// How long each part of a generation took, over all starts of the loop.
#[derive(Debug)]
pub struct Minutes {
    path: PathBuf,
    /// By part.
    pub spent: BTreeMap<String, f64>,
    since: Instant,
}

impl Minutes {
    /// Goes on with what is noted in the generation's folder; the time counts from now.
    ///
    /// # Errors
    ///
    /// If the note cannot be read.
    pub fn new(folder: &Path) -> Result<Minutes> {
        let path = folder.join("minutes.json");
        let spent = noted(&path)?.unwrap_or_default();
        Ok(Minutes { path, spent, since: Instant::now() })
    }

    /// Counts the time since the last lap for a part.
    ///
    /// # Errors
    ///
    /// If it cannot be noted.
    pub fn lap(&mut self, part: &str) -> Result<()> {
        let now = Instant::now();
        let minutes = (now - self.since).as_secs_f64() / 60.0;
        self.since = now;
        *self.spent.entry(part.to_owned()).or_default() += minutes;
        note(&self.path, &self.spent)
    }
}
