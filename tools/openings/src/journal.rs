//! Append-only file of search results, one JSON object per line. After a crash, an incomplete last line is removed;
//! all other results are kept.

use crate::line::line_text;
use crate::search::{number_of, proof_of, SearchResult, SearchedMove};
use anyhow::{ensure, Context, Result};
use records::file::Mode;
use records::lines::{self, Line, LinesFile};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use twixt::geometry::{Hole, Size};

#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct JournalHeader {
    openings: u32,
    /// Holes per edge.
    size: u8,
    rules: String,
}

impl fmt::Display for JournalHeader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let JournalHeader { openings, size, rules } = self;
        write!(f, "version {openings}, size {size}, rules {rules}")
    }
}

const VERSION: u32 = 1;

#[derive(Serialize, Deserialize)]
struct ResultLine {
    line: String,
    nodes: u64,
    value: f32,
    proof: i8,
    moves: Vec<SearchedMove>,
}

/// A locked file of search results, open for appending.
#[derive(Debug)]
pub struct Journal {
    file: LinesFile,
}

impl Journal {
    /// Opens or creates a journal, and calls `each` with every search result and the byte offset after its
    /// line. Fails if the journal has another board size or is locked by another process, or if `each` fails.
    pub fn open(
        path: &Path,
        size: Size,
        each: impl FnMut(SearchResult, usize) -> Result<()>,
    ) -> Result<Journal> {
        let mut is_empty = true;
        let mut read = results(size, each);
        let mut file = LinesFile::open(path, Mode::Any, |line| {
            is_empty = false;
            read(line)
        })?;
        if is_empty {
            file.append(&header(size))?;
        }
        Ok(Journal { file })
    }

    /// Appends a search result.
    pub fn add(&mut self, result: &SearchResult) -> Result<()> {
        let SearchResult { line, nodes, value, proof, moves } = result;
        let value = (value * 1e4).round() / 1e4;
        let (line, proof) = (line_text(line), number_of(*proof));
        self.file.append(&ResultLine { line, nodes: *nodes, value, proof, moves: moves.clone() })
    }
}

/// Reads a journal without a lock, so another process can append meanwhile; otherwise like [`Journal::open`].
pub fn read(
    path: &Path,
    size: Size,
    each: impl FnMut(SearchResult, usize) -> Result<()>,
) -> Result<()> {
    let shown = path.display();
    let bytes = std::fs::read(path).with_context(|| {
        format!(
            "cannot read {shown}; create a tree with `openings grow`, or pass its file with --tree"
        )
    })?;
    lines::read(&bytes, results(size, each)).with_context(|| format!("cannot read {shown}"))?;
    Ok(())
}

fn header(size: Size) -> JournalHeader {
    JournalHeader { openings: VERSION, size: size.get(), rules: "pp".into() }
}

/// Returns a parser for the lines of a journal; the first line is the header.
fn results(
    size: Size,
    mut each: impl FnMut(SearchResult, usize) -> Result<()>,
) -> impl FnMut(Line<'_>) -> Result<()> {
    let mut has_header = false;
    move |Line { object: text, end, .. }| {
        if !std::mem::replace(&mut has_header, true) {
            let (found, expected): (JournalHeader, _) =
                (serde_json::from_slice(text)?, header(size));
            ensure!(
                found == expected,
                "expected a tree of {expected}, found {found}; pass another --tree or --size"
            );
            return Ok(());
        }
        let ResultLine { line, nodes, value, proof, moves } = serde_json::from_slice(text)?;
        let holes = line.split_whitespace();
        let line: Vec<Hole> = holes.map(str::parse).collect::<Result<_, _>>()?;
        each(SearchResult { line, nodes, value, proof: proof_of(proof), moves }, end)
    }
}
