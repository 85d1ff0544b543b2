//! Journal of a match: the plan on the first line, then one game per line. A game is flushed to disk as soon as
//! it ends.
//!
//! Every line has a hash chained to the previous line ([`common::journal::Lines`]). Old files without hashes
//! are still read and resumed.
//!
//! A process killed during a write leaves a torn last line, which resuming removes; its game is played again.
//! An invalid line elsewhere is an error, since no crash causes it.

use super::JournalEntry;
use anyhow::{ensure, Context, Error, Result};
use common::journal::{read_objects, Mode, Objects, Torn};
use referee::record::GameRecord;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

#[derive(Serialize, Deserialize)]
struct Head<P> {
    plan: P,
}

/// Content of a journal.
#[derive(Debug)]
pub struct JournalContent<P> {
    /// The plan; `None` if the file has none.
    pub plan: Option<P>,
    /// Games in file order.
    pub entries: Vec<JournalEntry>,
    /// Incomplete last line, if any.
    pub torn: Option<Torn>,
    /// Whether the lines have hashes.
    pub hashes: bool,
    numbers: BTreeSet<u64>,
}

impl<P: DeserializeOwned> JournalContent<P> {
    const fn new() -> Self {
        Self { plan: None, entries: Vec::new(), torn: None, hashes: true, numbers: BTreeSet::new() }
    }

    fn add(&mut self, text: &[u8]) -> Result<()> {
        let lines = self.entries.len() + usize::from(self.plan.is_some());
        match line(text, lines as u64)? {
            JournalLine::Plan(plan) => self.plan = Some(plan),
            JournalLine::Game(entry) => {
                let game = entry.game;
                ensure!(self.numbers.insert(game), "game {game} occurs twice");
                self.entries.push(*entry);
            }
        }
        Ok(())
    }

    /// Returns the number of the torn line, from 1; `None` if there is none.
    #[must_use]
    pub fn torn_line(&self) -> Option<usize> {
        self.torn.map(|_| usize::from(self.plan.is_some()) + self.entries.len() + 1)
    }

    /// Prints warnings about missing hashes and a torn last line, which was removed if `resumed`.
    pub fn warn(&self, path: &Path, resumed: bool) {
        let path = path.display();
        if let (Some(line), Some(Torn { bytes, zeros, .. })) = (self.torn_line(), self.torn) {
            let end = match (resumed, zeros) {
                (false, _) => String::from("is incomplete and was skipped"),
                (true, true) => {
                    format!("had only zeros ({bytes} bytes), as after a power cut; it was removed")
                }
                (true, false) => {
                    format!("was incomplete ({bytes} bytes); it was removed, and its game is played again")
                }
            };
            common::note!("lab: line {line} of {path} {end}");
        }
        if !self.hashes {
            common::note!("lab: {path} has no hashes: damage to it cannot be detected");
        }
    }
}

/// Reads a journal. Fails if a line other than a torn last one is invalid or was edited, or if a game occurs
/// twice.
pub fn read<P: DeserializeOwned>(path: &Path) -> Result<JournalContent<P>> {
    let bytes = std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    parse(&bytes).with_context(|| format!("{} is not a valid journal of games", path.display()))
}

/// Parses the content of a journal; fails as [`read`] does.
pub fn parse<P: DeserializeOwned>(bytes: &[u8]) -> Result<JournalContent<P>> {
    let mut read = JournalContent::new();
    let (found, hashes) = read_objects(bytes, |line, _| read.add(line))?;
    Ok(JournalContent { torn: found.torn, hashes, ..read })
}

/// A line of a journal.
#[derive(Debug)]
pub enum JournalLine<P> {
    /// The plan, always the first line.
    Plan(P),
    /// A game.
    Game(Box<JournalEntry>),
}

/// Parses a line; `lines` is the number of lines before it. A record of the referee becomes a game in a pair
/// of its own, whose players are named after their commands.
pub(super) fn line<P: DeserializeOwned>(text: &[u8], lines: u64) -> Result<JournalLine<P>> {
    if lines == 0 {
        if let Ok(head) = serde_json::from_slice::<Head<P>>(text) {
            return Ok(JournalLine::Plan(head.plan));
        }
    }
    let entry = serde_json::from_slice(text).or_else(|error| {
        let record = serde_json::from_slice::<GameRecord>(text).map_err(|_| error)?;
        let players = record.bots.clone();
        Ok::<_, Error>(JournalEntry { game: lines, pair: lines, players, record })
    });
    Ok(JournalLine::Game(Box::new(
        entry.context("expected a game of the lab or a record of the referee")?,
    )))
}

/// Replaces each folder by its `.jsonl` and `.json` files, sorted by name. Fails if a folder has none.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() {
            files.push(path.clone());
            continue;
        }
        let listed = std::fs::read_dir(path)
            .and_then(|entries| {
                entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, _>>()
            })
            .with_context(|| format!("cannot read the folder {}", path.display()))?;
        let kind = |file: &PathBuf| file.extension().is_some_and(|e| e == "jsonl" || e == "json");
        let mut games: Vec<PathBuf> = listed.into_iter().filter(kind).collect();
        ensure!(!games.is_empty(), "{} holds no .jsonl or .json file", path.display());
        games.sort();
        files.append(&mut games);
    }
    Ok(files)
}

/// A locked journal, open for writing.
#[derive(Debug)]
pub struct Journal(Objects);

impl Journal {
    /// Creates a journal with this plan, and missing parent folders. Fails if the file exists.
    pub fn create<P: Serialize>(path: &Path, plan: &P) -> Result<Journal> {
        if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot create the folder {}", folder.display()))?;
        }
        let mut journal = Journal(Objects::open(path, Mode::New, |_, _| Ok(()))?);
        journal.write_plan(plan)?;
        Ok(journal)
    }

    /// Opens and locks a journal, and removes a torn last line; if that was the plan, the caller must call
    /// [`Journal::write_plan`]. Fails as [`read`] does, if the file contains games but no plan, and if another
    /// process has locked it.
    pub fn open<P: DeserializeOwned>(path: &Path) -> Result<(Journal, JournalContent<P>)> {
        let mut read = JournalContent::<P>::new();
        let journal = Objects::open(path, Mode::Existing, |line, _| {
            read.add(line)?;
            ensure!(read.plan.is_some(), "the file contains games but no plan");
            Ok(())
        })?;
        let (torn, hashes) = (journal.found().torn, journal.has_hashes());
        Ok((Journal(journal), JournalContent { torn, hashes, ..read }))
    }

    /// Writes the plan of a journal that has none.
    pub fn write_plan<P: Serialize>(&mut self, plan: &P) -> Result<()> {
        self.write_line(&Head { plan })
    }

    /// Appends a game and flushes it to disk.
    pub fn append(&mut self, entry: &JournalEntry) -> Result<()> {
        self.write_line(entry)
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<()> {
        self.0.append(value).and_then(|()| self.0.sync()).context("cannot extend the journal")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::example::entry;
    use std::fs;

    fn path(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("lab-journal-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join(name);
        let _ = fs::remove_file(&path);
        path
    }

    fn written(name: &str, games: u64) -> PathBuf {
        let path = path(name);
        let mut journal = Journal::create(&path, &"plan").unwrap();
        (0..games).for_each(|game| journal.append(&entry(game, None)).unwrap());
        path
    }

    #[test]
    fn journals_round_trip() {
        let path = written("complete", 3);
        let read = read::<String>(&path).unwrap();
        assert_eq!(read.plan.as_deref(), Some("plan"));
        assert_eq!(read.entries, (0..3).map(|game| entry(game, None)).collect::<Vec<_>>());
        assert_eq!(read.torn, None);
    }

    #[test]
    fn creating_a_journal_does_not_overwrite_a_file() {
        let path = written("twice", 1);
        assert!(Journal::create(&path, &"plan").is_err());
    }

    #[test]
    fn an_open_journal_is_locked() {
        let path = written("locked", 1);
        let first = Journal::open::<String>(&path).unwrap();
        assert!(Journal::open::<String>(&path).is_err());
        drop(first);
        assert!(Journal::open::<String>(&path).is_ok());
    }

    #[test]
    fn a_journal_truncated_anywhere_is_resumed() {
        let whole = fs::read(written("cut", 3)).unwrap();
        let path = path("cut");
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, read) = Journal::open::<String>(&path).unwrap();
            let has_plan = whole[..length].contains(&b'\n');
            assert_eq!(read.plan.is_some(), has_plan);
            if !has_plan {
                journal.write_plan(&"plan").unwrap();
            }
            for game in read.entries.len() as u64..3 {
                journal.append(&entry(game, None)).unwrap();
            }
            drop(journal);
            assert_eq!(fs::read(&path).unwrap(), whole, "cut to {length} bytes");
        }
    }

    #[test]
    fn other_damage_is_reported_and_not_repaired() {
        let whole = fs::read_to_string(written("damage", 3)).unwrap();
        let path = path("damage");
        let lines: Vec<&str> = whole.lines().collect();
        let join = |lines: &[&str]| lines.join("\n") + "\n";
        for (text, message) in [
            (join(&[lines[0], &lines[1][..40], lines[2]]), "line 2: "),
            (join(&[lines[0], lines[1], lines[2], lines[1]]), "line 4: it is a copy of the record"),
            (whole.replace("\"winner\":null", "\"winner\":\"first\""), "line 2: "),
            (whole.replacen("D4", "D5", 1), "edited"),
            (join(&[lines[0], lines[2], lines[3]]), "line 2: "),
        ] {
            fs::write(&path, &text).unwrap();
            let error = format!("{:#}", Journal::open::<String>(&path).unwrap_err());
            assert!(error.contains(message), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    #[test]
    fn a_journal_without_hashes_is_resumed_without() {
        let path = path("plain");
        let line = |value: String| value + "\n";
        let head = line(serde_json::to_string(&Head { plan: "plan" }).unwrap());
        let game = |number| line(serde_json::to_string(&entry(number, None)).unwrap());
        fs::write(&path, [head.clone(), game(0), game(1)[..20].to_owned()].concat()).unwrap();
        let (mut journal, read) = Journal::open::<String>(&path).unwrap();
        assert_eq!((read.entries.len(), read.hashes), (1, false));
        journal.append(&entry(1, None)).unwrap();
        drop(journal);
        assert_eq!(fs::read_to_string(&path).unwrap(), [head, game(0), game(1)].concat());
        let twice = [fs::read_to_string(&path).unwrap(), game(1)].concat();
        fs::write(&path, twice).unwrap();
        let error = format!("{:#}", Journal::open::<String>(&path).unwrap_err());
        assert!(error.contains("line 4: game 1 occurs twice"), "{error}");
    }
}
