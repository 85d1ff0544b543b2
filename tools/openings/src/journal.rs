//! Looks in a file, one a line as JSON, each written out before the next: a crash loses none, and a
//! line that it tore is cut off.

use crate::line::words;
use crate::look::{number_of, proof_of, Look, Seen};
use anyhow::{anyhow, ensure, Context, Result};
use common::journal::{Held, Mode};
use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{BufRead, BufReader};
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
    file: Held,
}

impl Journal {
    /// Opens a journal, or begins one, and hands every look that it holds to `each`, with the length
    /// of its line in bytes. Nobody else may have it open.
    ///
    /// # Errors
    ///
    /// If it can't be read or written, is of another board, is in use, or `each` fails.
    pub fn open(
        path: &Path,
        size: Size,
        each: impl FnMut(Look, u64) -> Result<()>,
    ) -> Result<Journal> {
        let shown = path.display();
        if let Some(folder) = path.parent() {
            std::fs::create_dir_all(folder)
                .with_context(|| format!("cannot create the folder {}", folder.display()))?;
        }
        let mut file = Held::open(path, Mode::Any).map_err(|error| match error {
            common::journal::Error::Held(_) => {
                anyhow!("{shown} is in use: another run grows this tree")
            }
            error => error.into(),
        })?;
        let read = read_lines(file.bytes()?.as_slice(), size, each);
        let end = read.with_context(|| format!("cannot read {shown}"))?;
        file.cut(end as usize)?;
        let mut journal = Journal { file };
        if end == 0 {
            journal.write(&head(size))?;
        }
        Ok(journal)
    }

    /// Writes a look.
    ///
    /// # Errors
    ///
    /// If it can't be written.
    pub fn add(&mut self, look: &Look) -> Result<()> {
        let Look { line, nodes, value, proof, moves } = look;
        let value = (value * 1e4).round() / 1e4;
        let (line, proof) = (words(line), number_of(*proof));
        self.write(&Line { line, nodes: *nodes, value, proof, moves: moves.clone() })
    }

    fn write(&mut self, line: &impl Serialize) -> Result<()> {
        let mut text = serde_json::to_string(line)?;
        text.push('\n');
        Ok(self.file.append(text.as_bytes())?)
    }
}

/// Reads a journal without opening it for more: it may be growing.
///
/// # Errors
///
/// As [`Journal::open`].
pub fn read(path: &Path, size: Size, each: impl FnMut(Look, u64) -> Result<()>) -> Result<()> {
    let shown = path.display();
    let file = File::open(path).with_context(|| {
        format!("cannot read {shown}: `openings grow` begins a tree, --dir says where it lies")
    })?;
    read_lines(BufReader::new(file), size, each).with_context(|| format!("cannot read {shown}"))?;
    Ok(())
}

fn head(size: Size) -> Head {
    Head { openings: FORM, size: size.get(), rules: "pp".into() }
}

/// Hands on the looks, and says where the last whole line ends.
fn read_lines(
    mut reader: impl BufRead,
    size: Size,
    mut each: impl FnMut(Look, u64) -> Result<()>,
) -> Result<u64> {
    let mut end = 0;
    let mut text = String::new();
    for number in 1.. {
        text.clear();
        let length = reader.read_line(&mut text)?;
        if !text.ends_with('\n') {
            break;
        }
        let at = || format!("line {number}");
        if number == 1 {
            let found: Head = serde_json::from_str(&text).with_context(at)?;
            let wanted = head(size);
            ensure!(found == wanted, "line 1: it is of {found:?}, wanted was {wanted:?}");
        } else {
            each(parse(&text).with_context(at)?, length as u64).with_context(at)?;
        }
        end += length as u64;
    }
    Ok(end)
}

fn parse(text: &str) -> Result<Look> {
    let Line { line, nodes, value, proof, moves } = serde_json::from_str(text)?;
    let words = line.split_whitespace();
    let line: Vec<Hole> = words.map(str::parse).collect::<Result<_, _>>()?;
    Ok(Look { line, nodes, value, proof: proof_of(proof), moves })
}
