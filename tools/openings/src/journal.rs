//! Looks in a file, one a line as JSON, each written out before the next: a crash loses none, and a
//! line that it tore is cut off.

use crate::line::words;
use crate::look::{number_of, proof_of, Look, Seen};
use anyhow::{ensure, Context, Result};
use common::journal::{read_objects, Mode, Objects};
use serde::{Deserialize, Serialize};
use std::path::Path;
use twixt::geometry::{Hole, Size};

/// The first line of a file.
#[derive(PartialEq, Debug, Serialize, Deserialize)]
struct Head {
    /// The form of the lines below.
    openings: u32,
    /// Holes along an edge.
    size: u8,
    /// What own links do to one another.
    rules: String,
}

/// The form that is written and read.
const FORM: u32 = 1;

/// A look as a line.
#[derive(Serialize, Deserialize)]
struct Line {
    line: String,
    nodes: u64,
    value: f32,
    proof: i8,
    moves: Vec<Seen>,
}

/// A file of looks, open for more.
#[derive(Debug)]
pub struct Journal {
    file: Objects,
}

impl Journal {
    /// Opens a journal, or starts one, and passes every look in it to `each`, with the byte behind its
    /// line. No other process can open it meanwhile. A journal from before lines had hashes is
    /// continued without them.
    ///
    /// # Errors
    ///
    /// If it cannot be read or written, is of another board, is in use, or `each` fails.
    pub fn open(
        path: &Path,
        size: Size,
        each: impl FnMut(Look, usize) -> Result<()>,
    ) -> Result<Journal> {
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot create the folder {}", folder.display()))?;
        }
        let mut file = Objects::open(path, Mode::Any, lines(size, each))?;
        if file.found().records.is_empty() {
            file.append(&head(size))?;
        }
        Ok(Journal { file })
    }

    /// Writes a look.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn add(&mut self, look: &Look) -> Result<()> {
        let Look { line, nodes, value, proof, moves } = look;
        let value = (value * 1e4).round() / 1e4;
        let (line, proof) = (words(line), number_of(*proof));
        self.file.append(&Line { line, nodes: *nodes, value, proof, moves: moves.clone() })
    }
}

/// Reads a journal without opening it for more: it may be growing.
///
/// # Errors
///
/// As [`Journal::open`].
pub fn read(path: &Path, size: Size, each: impl FnMut(Look, usize) -> Result<()>) -> Result<()> {
    let shown = path.display();
    let bytes = std::fs::read(path).with_context(|| {
        format!(
            "cannot read {shown}; start a tree with `openings grow`, or name its file by --tree"
        )
    })?;
    read_objects(&bytes, lines(size, each)).with_context(|| format!("cannot read {shown}"))?;
    Ok(())
}

fn head(size: Size) -> Head {
    Head { openings: FORM, size: size.get(), rules: "pp".into() }
}

/// Reads the lines of a journal, the first of which is the head.
fn lines(
    size: Size,
    mut each: impl FnMut(Look, usize) -> Result<()>,
) -> impl FnMut(&[u8], usize) -> Result<()> {
    let mut has_head = false;
    move |text, end| {
        if !std::mem::replace(&mut has_head, true) {
            let (found, expected): (Head, _) = (serde_json::from_slice(text)?, head(size));
            ensure!(found == expected, "expected {expected:?}, found {found:?}");
            return Ok(());
        }
        let Line { line, nodes, value, proof, moves } = serde_json::from_slice(text)?;
        let words = line.split_whitespace();
        let line: Vec<Hole> = words.map(str::parse).collect::<Result<_, _>>()?;
        each(Look { line, nodes, value, proof: proof_of(proof), moves }, end)
    }
}
