//! Lists of start positions: text files with one opening per line, such as `f6,c4,...`, as read by
//! `lab match --openings`.

use anyhow::{ensure, Context, Result};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::path::Path;
use twixt::geometry::Hole;
use twixt::rules::{Move, Position};

/// A list of start positions. Shards store its name and a hash of its content, not the openings:
/// the file is needed to resume a run, but not to read its games.
#[derive(Clone, Serialize, Deserialize)]
pub struct StartList {
    /// File name without the folder, so that the file can be moved to another machine.
    name: String,
    /// 64-bit FNV-1a hash of the content.
    hash: u64,
    #[serde(skip)]
    openings: Vec<Vec<Hole>>,
}

impl PartialEq for StartList {
    fn eq(&self, other: &StartList) -> bool {
        (&self.name, self.hash) == (&other.name, other.hash)
    }
}

impl fmt::Debug for StartList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({:016x})", self.name, self.hash)
    }
}

impl StartList {
    /// Reads a list, skipping empty lines. Fails if a line is not an opening or the list is empty.
    pub fn read(path: &Path) -> Result<StartList> {
        let file = path.display();
        let text = std::fs::read_to_string(path)
            .with_context(|| format!("cannot read the list of starts {file}"))?;
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into());
        StartList::parse(name, &text).with_context(|| format!("list of starts {file}"))
    }

    pub(super) fn of_flag(path: &str) -> Result<StartList, String> {
        StartList::read(Path::new(path)).map_err(|error| format!("{error:#}"))
    }

    /// Parses the content of a list; see [`StartList::read`].
    pub fn parse(name: String, text: &str) -> Result<StartList> {
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let openings = lines.map(|(number, line)| {
            opening(line).with_context(|| format!("line {}: {line:?}", number + 1))
        });
        let openings: Vec<_> = openings.collect::<Result<_>>()?;
        ensure!(!openings.is_empty(), "no openings");
        let hash = hash(text.as_bytes());
        Ok(StartList { name, hash, openings })
    }

    /// Returns the openings; none if the list comes from a shard's settings.
    #[must_use]
    pub fn openings(&self) -> &[Vec<Hole>] {
        &self.openings
    }

    /// Plays every opening from `start`. Fails if an opening is illegal or ends the game, or the
    /// list comes from a shard's settings.
    pub fn check(&self, start: &Position) -> Result<()> {
        ensure!(
            !self.openings.is_empty(),
            "the openings of list {} are not loaded; load them from its file",
            self.name
        );
        for opening in &self.openings {
            let mut position = start.clone();
            let name = || format!("opening {} of {}", line(opening), self.name);
            for &hole in opening {
                position.play(Move::Peg(hole)).with_context(name)?;
            }
            ensure!(position.outcome().is_none(), "{} ends the game", name());
        }
        Ok(())
    }
}

fn opening(line: &str) -> Result<Vec<Hole>> {
    let words = line.split(',').map(str::trim);
    words.map(|word| word.parse().context("expected holes such as f6,c4")).collect()
}

/// Returns the 64-bit FNV-1a hash (Fowler, Noll and Vo), which identifies files.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Formats an opening as a line of a list.
#[must_use]
pub fn line(opening: &[Hole]) -> String {
    let words: Vec<String> = opening.iter().map(|hole| hole.to_string().to_lowercase()).collect();
    words.join(",")
}

#[cfg(test)]
mod tests {
    use super::*;
    use twixt::geometry::Size;

    #[test]
    fn lists_round_trip_and_compare_by_name_and_content() {
        let list = StartList::parse("a.txt".into(), "f6,c4\n\n b2 , D12\n").unwrap();
        let lines: Vec<String> = list.openings().iter().map(|opening| line(opening)).collect();
        assert_eq!(lines, ["f6,c4", "b2,d12"]);
        assert_ne!(list, StartList::parse("b.txt".into(), "f6,c4\n\n b2 , D12\n").unwrap());
        assert_ne!(list, StartList::parse("a.txt".into(), "f6,c4\n").unwrap());
        let kept: StartList = postcard::from_bytes(&postcard::to_stdvec(&list).unwrap()).unwrap();
        assert!(kept == list && kept.openings().is_empty());
    }

    #[test]
    fn illegal_openings_are_reported() {
        let error = |text: &str| match StartList::parse("a.txt".into(), text) {
            Ok(list) => list.check(&Position::new(Size::ARENA)).unwrap_err(),
            Err(error) => error,
        };
        assert!(format!("{:#}", error("f6\nswap\n")).contains("line 2: \"swap\""));
        assert!(format!("{:#}", error("\n")).contains("no opening"));
        assert!(format!("{:#}", error("f6,f6\n")).contains("opening f6,f6 of a.txt"));
        assert!(format!("{:#}", error("a6\n")).contains("opening a6"));
    }
}
