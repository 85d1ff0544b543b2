//! Journal of a match: the plan on the first line, then one game per line. A game is flushed to disk
//! as soon as it ends.
//!
//! A process killed during a write leaves a torn last line, which resuming removes; its game is played again.
//! A bad line elsewhere is an error, since no crash causes it.

use crate::file::{self, Mode};
use crate::game::GameRecord;
use crate::lines::{self, Line, LinesFile};
use crate::plan::MatchPlan;
use crate::running::{RunningFile, RunningGame};
use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{Read as _, Seek, SeekFrom};
use std::path::{Path, PathBuf};

#[derive(Serialize, Deserialize)]
struct Head<P> {
    plan: P,
}

/// A game of a match, as a line of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JournalEntry {
    /// Number of the game, from 0; unique within a journal.
    pub game: u64,
    /// Number of the game's pair.
    pub pair: u64,
    /// Names of the players, first player first.
    pub players: [String; 2],
    /// Moves, times and result.
    #[serde(flatten)]
    pub record: GameRecord,
}

/// Content of a journal.
#[derive(Debug)]
pub struct JournalContent {
    /// The plan; `None` if a kill tore it.
    pub plan: Option<MatchPlan>,
    /// Games in file order.
    pub entries: Vec<JournalEntry>,
    /// Length of the incomplete last line, in bytes; 0 if there is none.
    pub torn: usize,
    numbers: BTreeSet<u64>,
}

impl JournalContent {
    const fn new() -> Self {
        Self { plan: None, entries: Vec::new(), torn: 0, numbers: BTreeSet::new() }
    }

    fn add(&mut self, line: Line<'_>) -> Result<()> {
        match parse_line(line.object, self.plan.is_none())? {
            JournalLine::Plan(plan) => self.plan = Some(*plan),
            JournalLine::Game(entry) => {
                let game = entry.game;
                ensure!(self.numbers.insert(game), "game {game} occurs twice");
                self.entries.push(*entry);
            }
        }
        Ok(())
    }

    /// Describes the incomplete last line, if any, as the start of a sentence.
    pub fn torn_message(&self) -> Option<String> {
        (self.torn > 0).then(|| format!("the last line is incomplete ({} bytes)", self.torn))
    }
}

/// Whether a file is the journal of a match: whether its first line is a plan.
pub fn is_journal(bytes: &[u8]) -> bool {
    lines::without_mark(bytes).trim_ascii_start().starts_with(br#"{"plan""#)
}

/// The maximum size of a journal, in bytes: some hundred thousand games.
pub const MAX_SIZE: u64 = 256 << 20;

/// Reads a journal. Fails if a line other than a torn last one is bad or was edited, or if a game occurs twice.
pub fn read(path: &Path) -> Result<JournalContent> {
    let bytes = file::read(path, MAX_SIZE)?;
    parse(&bytes).with_context(|| format!("{} is not a valid journal of games", path.display()))
}

/// Parses the content of a journal; fails as [`read`] does.
pub fn parse(bytes: &[u8]) -> Result<JournalContent> {
    let mut content = JournalContent::new();
    let end = lines::read(bytes, |line| content.add(line))?;
    Ok(JournalContent { torn: bytes.len() - end, ..content })
}

/// A line of a journal.
#[derive(Debug)]
pub enum JournalLine {
    /// The plan, always the first line.
    Plan(Box<MatchPlan>),
    /// A game.
    Game(Box<JournalEntry>),
}

fn parse_line(object: &[u8], is_first: bool) -> Result<JournalLine> {
    if is_first {
        let head: Head<MatchPlan> =
            serde_json::from_slice(object).context("expected the plan of a match")?;
        return Ok(JournalLine::Plan(Box::new(head.plan)));
    }
    serde_json::from_slice(object).map(JournalLine::Game).context("expected a game")
}

/// A locked journal, open for writing.
#[derive(Debug)]
pub struct Journal {
    file: LinesFile,
    running: RunningFile,
}

impl Journal {
    /// Creates a journal with this plan, and missing parent folders. Fails if the file exists.
    pub fn create(path: &Path, plan: &MatchPlan) -> Result<Journal> {
        let file = LinesFile::open(path, Mode::New, |_| Ok(()))?;
        let mut journal = Journal { file, running: RunningFile::new(path)? };
        journal.write_plan(plan)?;
        Ok(journal)
    }

    /// Opens and locks a journal, and removes a torn last line; if that was the plan, the caller must call
    /// [`Journal::write_plan`]. Fails as [`read`] does, and if another process has locked it.
    pub fn open(path: &Path) -> Result<(Journal, JournalContent)> {
        let mut content = JournalContent::new();
        let file = LinesFile::open(path, Mode::Existing, |line| content.add(line))?;
        content.torn = file.removed;
        Ok((Journal { file, running: RunningFile::new(path)? }, content))
    }

    /// Writes the plan of a journal that has none.
    pub fn write_plan(&mut self, plan: &MatchPlan) -> Result<()> {
        self.write_line(&Head { plan })
    }

    /// Appends a game and flushes it to disk.
    pub fn append(&mut self, entry: &JournalEntry) -> Result<()> {
        self.write_line(entry)
    }

    /// Replaces the running games that viewers see beside the journal.
    pub fn show_running(&mut self, games: &[RunningGame]) -> Result<()> {
        self.running.write(games)
    }

    fn write_line(&mut self, value: &impl Serialize) -> Result<()> {
        self.file.append(value).and_then(|()| self.file.sync()).context("cannot extend the journal")
    }
}

/// Maximum number of bytes read at a time.
const MAX_READ: u64 = 1 << 24;

/// Reader that follows a growing journal without a lock, and skips an incomplete last line.
#[derive(Debug)]
pub struct JournalTail {
    path: PathBuf,
    /// Offset of the next line.
    end: u64,
    /// Number of lines before it.
    count: usize,
}

impl JournalTail {
    /// Creates a reader at the start of a journal.
    pub fn new(path: &Path) -> JournalTail {
        JournalTail { path: path.to_owned(), end: 0, count: 0 }
    }

    /// Returns the lines added since the last call, at most 16 MiB; the next call returns the rest. Fails if
    /// the file was truncated, or a line is bad or was edited.
    pub fn more(&mut self) -> Result<Vec<JournalLine>> {
        let shown = self.path.display().to_string();
        let bytes = self.bytes().with_context(|| format!("cannot read {shown}"))?;
        let (start, mut added) = (self.end, Vec::new());
        for line in lines::lines(&bytes, self.count + 1) {
            let line = line.with_context(|| format!("cannot read {shown}"))?;
            let parsed = parse_line(line.object, self.count == 0);
            added.push(parsed.with_context(|| format!("line {} of {shown}", line.number))?);
            (self.end, self.count) = (start + line.end as u64, line.number);
        }
        Ok(added)
    }

    fn bytes(&self) -> Result<Vec<u8>> {
        let mut file = File::open(&self.path)?;
        let length = file.metadata()?.len();
        ensure!(length >= self.end, "the file was truncated or replaced");
        file.seek(SeekFrom::Start(self.end))?;
        let mut bytes = Vec::new();
        file.take(MAX_READ).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::example::entry;
    use crate::plan::example::plan;
    use std::fs::{self, OpenOptions};
    use std::io::Write;
    use tempfile::TempDir;

    fn written(games: u64) -> (TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let mut journal = Journal::create(&path, &plan()).unwrap();
        (0..games).for_each(|game| journal.append(&entry(game, None)).unwrap());
        (folder, path)
    }

    #[test]
    fn journals_round_trip() {
        let (_folder, path) = written(3);
        let content = read(&path).unwrap();
        assert_eq!(content.plan, Some(plan()));
        assert_eq!(content.entries, (0..3).map(|game| entry(game, None)).collect::<Vec<_>>());
        assert_eq!((content.torn, content.torn_message()), (0, None));
        assert!(is_journal(&fs::read(&path).unwrap()) && !is_journal(b"{\"game\":1}"));
    }

    #[test]
    fn creating_a_journal_does_not_overwrite_a_file() {
        let (_folder, path) = written(1);
        assert!(Journal::create(&path, &plan()).is_err());
    }

    #[test]
    fn an_open_journal_is_locked() {
        let (_folder, path) = written(1);
        let first = Journal::open(&path).unwrap();
        assert!(Journal::open(&path).is_err());
        drop(first);
        assert!(Journal::open(&path).is_ok());
    }

    #[test]
    fn a_journal_truncated_anywhere_is_resumed() {
        let (_folder, path) = written(3);
        let whole = fs::read(&path).unwrap();
        for length in 0..=whole.len() {
            fs::write(&path, &whole[..length]).unwrap();
            let (mut journal, content) = Journal::open(&path).unwrap();
            let has_plan = length >= whole.iter().position(|&byte| byte == b'\n').unwrap();
            assert_eq!(content.plan.is_some(), has_plan);
            if !has_plan {
                journal.write_plan(&plan()).unwrap();
            }
            for game in content.entries.len() as u64..3 {
                journal.append(&entry(game, None)).unwrap();
            }
            drop(journal);
            assert_eq!(fs::read(&path).unwrap(), whole, "cut to {length} bytes");
        }
    }

    #[test]
    fn other_damage_is_reported_and_not_repaired() {
        let (_folder, path) = written(3);
        let whole = fs::read_to_string(&path).unwrap();
        let lines: Vec<&str> = whole.lines().collect();
        let join = |lines: &[&str]| lines.join("\n") + "\n";
        for (text, message) in [
            (join(&[lines[0], &lines[1][..40], lines[2]]), "line 2: "),
            (join(&[lines[0], lines[1], lines[2], lines[1]]), "line 4: game 0 occurs twice"),
            (whole.replace("\"winner\":null", "\"winner\":\"first\""), "line 2: "),
            (whole.replacen("D4", "D5", 1), "edited"),
            (join(&lines[1..]), "line 1: expected the plan of a match"),
            (join(&[lines[0], lines[0]]), "line 2: expected a game"),
        ] {
            fs::write(&path, &text).unwrap();
            let error = format!("{:#}", Journal::open(&path).unwrap_err());
            assert!(error.contains(message), "{error}");
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
    }

    fn labels(lines: Vec<JournalLine>) -> Vec<String> {
        let label = |line: JournalLine| match line {
            JournalLine::Plan(plan) => plan.names().join(" - "),
            JournalLine::Game(entry) => entry.game.to_string(),
        };
        lines.into_iter().map(label).collect()
    }

    #[test]
    fn a_tail_returns_complete_lines_once() {
        let (folder, whole) = written(3);
        let grown = folder.path().join("grown");
        fs::write(&grown, "").unwrap();
        let mut file = OpenOptions::new().append(true).open(&grown).unwrap();
        let mut tail = JournalTail::new(&grown);
        let mut all = Vec::new();
        for piece in fs::read(&whole).unwrap().chunks(100) {
            file.write_all(piece).unwrap();
            all.extend(labels(tail.more().unwrap()));
        }
        assert_eq!(all, ["a - b", "0", "1", "2"]);
        assert!(labels(tail.more().unwrap()).is_empty());
        fs::write(&grown, "").unwrap();
        assert!(tail.more().is_err());
    }

    #[test]
    fn a_tail_never_returns_a_torn_line_that_is_removed() {
        let (_folder, path) = written(1);
        let mut tail = JournalTail::new(&path);
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"game\":1,").unwrap();
        assert_eq!(labels(tail.more().unwrap()), ["a - b", "0"]);
        let (mut journal, content) = Journal::open(&path).unwrap();
        assert!(content.torn > 0 && labels(tail.more().unwrap()).is_empty());
        journal.append(&entry(2, None)).unwrap();
        assert_eq!(labels(tail.more().unwrap()), ["2"]);
    }
}
