//! Reader that follows a journal while another process writes it.

use super::journal::{line, JournalLine};
use anyhow::{ensure, Context, Result};
use common::journal::{has_hashes, ChainHash, Lines, PlainLines, RecordFormat};
use serde_json::Value;
use std::fs::File;
use std::io::{Read as _, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Maximum number of bytes read at a time.
const MAX_READ: u64 = 1 << 24;

/// Reader that follows a growing journal without a lock, and skips an incomplete last line.
#[derive(Debug)]
pub struct JournalTail {
    path: PathBuf,
    /// Offset of the next line.
    end: u64,
    link: ChainHash,
    /// Whether the lines have hashes; `None` before the first line.
    hashes: Option<bool>,
    lines: u64,
}

impl JournalTail {
    /// Creates a reader at the start of a journal.
    #[must_use]
    pub fn new(path: &Path) -> JournalTail {
        let path = path.to_owned();
        JournalTail { path, end: 0, link: ChainHash::START, hashes: None, lines: 0 }
    }

    /// Returns the lines added since the last call, at most 16 MiB; the next call returns the rest. Fails if
    /// the file was truncated, or a line is invalid or was edited.
    pub fn more(&mut self) -> Result<Vec<JournalLine<Value>>> {
        let path = self.path.display().to_string();
        let bytes = self.bytes().with_context(|| format!("cannot read {path}"))?;
        if self.hashes.is_none() && bytes.contains(&b'\n') {
            self.hashes = Some(has_hashes(&bytes));
        }
        let Some(hashes) = self.hashes else { return Ok(Vec::new()) };
        let next = if hashes { Lines::next } else { PlainLines::next };
        let (mut lines, mut at) = (Vec::new(), 0);
        loop {
            let number = self.lines + 1;
            let found = next(&bytes, at, self.link);
            let found = found.with_context(|| format!("line {number} of {path}"))?;
            let Some(record) = found else { return Ok(lines) };
            let line = line(&bytes[record.payload], self.lines)
                .with_context(|| format!("line {number} of {path}"))?;
            lines.push(line);
            self.end += (record.end - at) as u64;
            (at, self.link, self.lines) = (record.end, record.link, number);
        }
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
    use crate::matches::example::entry;
    use crate::matches::Journal;
    use std::fs::{self, OpenOptions};
    use std::io::Write;

    fn labels(lines: Vec<JournalLine<Value>>) -> Vec<String> {
        let label = |line: JournalLine<Value>| match line {
            JournalLine::Plan(plan) => plan.to_string(),
            JournalLine::Game(entry) => entry.game.to_string(),
        };
        lines.into_iter().map(label).collect()
    }

    #[test]
    fn complete_lines_are_returned_once() {
        let folder = tempfile::tempdir().unwrap();
        let (whole, grown) = (folder.path().join("whole"), folder.path().join("grown"));
        let mut journal = Journal::create(&whole, &"plan").unwrap();
        (0..3).for_each(|game| journal.append(&entry(game, None)).unwrap());
        let bytes = fs::read(&whole).unwrap();
        fs::write(&grown, "").unwrap();
        let mut file = OpenOptions::new().append(true).open(&grown).unwrap();
        let mut tail = JournalTail::new(&grown);
        let mut all = Vec::new();
        for piece in bytes.chunks(100) {
            file.write_all(piece).unwrap();
            all.extend(labels(tail.more().unwrap()));
        }
        assert_eq!(all, ["\"plan\"", "0", "1", "2"]);
        assert!(tail.more().unwrap().is_empty());
        fs::write(&grown, "").unwrap();
        assert!(tail.more().is_err());
    }

    #[test]
    fn a_torn_line_that_is_removed_is_never_returned() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("match.jsonl");
        let mut journal = Journal::create(&path, &"plan").unwrap();
        journal.append(&entry(0, None)).unwrap();
        drop(journal);
        let mut tail = JournalTail::new(&path);
        OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"game\":1,").unwrap();
        assert_eq!(labels(tail.more().unwrap()), ["\"plan\"", "0"]);
        let (mut journal, read) = Journal::open::<Value>(&path).unwrap();
        assert!(read.torn.is_some() && tail.more().unwrap().is_empty());
        journal.append(&entry(2, None)).unwrap();
        assert_eq!(labels(tail.more().unwrap()), ["2"]);
    }
}
