//! The running games of a match, in a file beside its journal, for viewers.
//!
//! The file of `match.jsonl` is `match.jsonl.running`: a line per game, in the format of [`lines`]. It is
//! replaced atomically but not flushed to disk, because it only matters while the match runs: readers ignore it
//! unless a process holds the lock of the journal, so a killed match leaves no running games.

use crate::{file, lines};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// A game that has not ended. The members are those of a [`JournalEntry`](crate::journal::JournalEntry).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RunningGame {
    /// Number of the game, from 0; unique within a journal.
    pub game: u64,
    /// Number of the game's pair.
    pub pair: u64,
    /// Names of the players, first player first.
    pub players: [String; 2],
    /// Holes along an edge.
    pub size: u8,
    /// Rule set: `pp` or `standard`.
    pub rules: String,
    /// Number of opening moves.
    pub opening: usize,
    /// Moves so far, as `D6` or `SWAP`, including those of the opening.
    pub moves: Vec<String>,
}

/// The maximum size of the file in bytes: long games of some hundred workers.
const MAX_SIZE: u64 = 4 << 20;

/// Returns the running games of a journal; none if no process writes the journal.
pub fn read(journal: &Path) -> Vec<RunningGame> {
    let Ok(bytes) = file::read(&path(journal), MAX_SIZE) else { return Vec::new() };
    if !file::is_locked(journal) {
        return Vec::new();
    }
    let lines = lines::lines(&bytes, 1).map_while(Result::ok);
    lines.filter_map(|line| serde_json::from_slice(line.object).ok()).collect()
}

fn path(journal: &Path) -> PathBuf {
    with_ending(journal, ".running")
}

fn with_ending(path: &Path, ending: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(ending);
    PathBuf::from(name)
}

/// Writer of the file. The caller holds the lock of the journal.
#[derive(Debug)]
pub(crate) struct RunningFile {
    path: PathBuf,
    /// Current content; empty if there is no file.
    content: Vec<u8>,
}

impl RunningFile {
    /// Creates the writer, and removes the file that a killed process left.
    pub(crate) fn new(journal: &Path) -> Result<RunningFile> {
        let path = path(journal);
        remove(&path)?;
        Ok(RunningFile { path, content: Vec::new() })
    }

    /// Replaces the games; without any, removes the file.
    pub(crate) fn write(&mut self, games: &[RunningGame]) -> Result<()> {
        let lines: Result<Vec<Vec<u8>>> = games.iter().map(lines::line).collect();
        let content = lines?.concat();
        if content == self.content {
            return Ok(());
        }
        if content.is_empty() {
            remove(&self.path)?;
        } else {
            let part = with_ending(&self.path, ".part");
            fs::write(&part, &content)
                .and_then(|()| fs::rename(&part, &self.path))
                .with_context(|| format!("cannot write {}", self.path.display()))?;
        }
        self.content = content;
        Ok(())
    }
}

fn remove(path: &Path) -> Result<()> {
    let ignored = |error: &io::Error| error.kind() == ErrorKind::NotFound;
    match fs::remove_file(path) {
        Err(error) if !ignored(&error) => {
            Err(error).with_context(|| format!("cannot remove {}", path.display()))
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::journal::Journal;
    use crate::plan::example::plan;

    fn game(number: u64, moves: &[&str]) -> RunningGame {
        RunningGame {
            game: number,
            pair: number / 2,
            players: ["a", "b"].map(String::from),
            size: 12,
            rules: String::from("pp"),
            opening: 1,
            moves: moves.iter().map(ToString::to_string).collect(),
        }
    }

    #[test]
    fn running_games_are_read_while_the_journal_is_locked() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("match.jsonl");
        assert!(read(&file).is_empty());
        let mut journal = Journal::create(&file, &plan()).unwrap();
        let first = [game(0, &["F6"]), game(1, &["F6", "SWAP"])];
        journal.show_running(&first).unwrap();
        assert_eq!(read(&file), first);
        let later = [game(1, &["F6", "SWAP", "D4"])];
        journal.show_running(&later).unwrap();
        assert_eq!(read(&file), later);
        let left = fs::read(path(&file)).unwrap();
        journal.show_running(&[]).unwrap();
        assert!(read(&file).is_empty());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

        // A killed process leaves the file, without a lock; the next one removes it.
        drop(journal);
        fs::write(path(&file), left).unwrap();
        assert!(read(&file).is_empty());
        let _journal = Journal::open(&file).unwrap();
        assert!(read(&file).is_empty() && !path(&file).exists());
    }

    #[test]
    fn a_reader_does_not_keep_the_journal_from_being_locked() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("match.jsonl");
        drop(Journal::create(&file, &plan()).unwrap());
        let line = lines::line(&game(0, &["F6"])).unwrap();
        let is_over = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            let reader = scope.spawn(|| {
                while !is_over.load(std::sync::atomic::Ordering::Relaxed) {
                    fs::write(path(&file), &line).unwrap();
                    let _ = read(&file);
                }
            });
            for _ in 0..30 {
                drop(Journal::open(&file).unwrap());
            }
            is_over.store(true, std::sync::atomic::Ordering::Relaxed);
            reader.join().unwrap();
        });
    }
}
