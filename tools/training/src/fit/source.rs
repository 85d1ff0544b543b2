//! Where examples come from: the games of self-play, or random numbers ([`crate::fit::synthetic`]).

use crate::examples::library::{self, Library};
use anyhow::Result;
use std::fmt;
use std::str::FromStr;
use twixt::rules::Linking;

pub use crate::examples::example::{Example, Mirror, Targets};
pub use crate::examples::library::Part;
pub use twixt::network::INPUTS;

/// A board: its size, and what own links do to one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Holes along an edge.
    pub edge: usize,
    /// The rule set's part that matters to the network.
    pub linking: Linking,
}

impl Board {
    /// Its name as a folder: `12-pp`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}-{}", self.edge, self.linking)
    }

    /// The flags of it that `train` and `lab` take.
    #[must_use]
    pub fn flags(self) -> [String; 4] {
        let [size, rules] = [self.edge.to_string(), self.linking.to_string()];
        ["--size".to_owned(), size, "--rules".to_owned(), rules]
    }
}

impl Ord for Board {
    fn cmp(&self, other: &Board) -> std::cmp::Ordering {
        let key = |board: &Board| (board.edge, board.linking == Linking::Standard);
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Board {
    fn partial_cmp(&self, other: &Board) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.edge, self.linking)
    }
}

impl FromStr for Board {
    type Err = String;

    /// Reads `12xpp` or `24xstandard`.
    fn from_str(text: &str) -> Result<Board, String> {
        let expected = || "expected SIZExRULES, such as 12xpp or 24xstandard".to_string();
        let (edge, linking) = text.split_once('x').ok_or_else(expected)?;
        let edge: usize = edge.parse().map_err(|_| expected())?;
        if !(5..=24).contains(&edge) {
            return Err(format!("a board of {edge} holes an edge: 5 to 24 are known"));
        }
        Ok(Board { edge, linking: linking.parse().map_err(|_| expected())? })
    }
}

/// Positions of one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shelf {
    /// The board.
    pub board: Board,
    /// Positions to learn from.
    pub training: usize,
    /// Positions that are held out.
    pub held_out: usize,
}

/// Positions that can be read in any order, by several threads.
pub trait Examples: Sync {
    /// What there is, a shelf a board.
    fn shelves(&self) -> Vec<Shelf>;

    /// A reader for one thread.
    fn reader(&self, targets: Targets) -> Box<dyn Reader + Send + '_>;
}

/// Reads positions one by one.
pub trait Reader {
    /// Reads the position of a shelf with this index among its part's.
    ///
    /// # Errors
    ///
    /// If it can't be read.
    fn read(
        &mut self,
        shelf: usize,
        part: Part,
        index: usize,
        mirror: Mirror,
        into: &mut Example,
    ) -> Result<()>;
}

/// A library of games.
impl Examples for Library {
    fn shelves(&self) -> Vec<Shelf> {
        let shelf = |shelf: &library::Shelf| Shelf {
            board: Board { edge: shelf.edge(), linking: shelf.linking() },
            training: shelf.len(Part::Training),
            held_out: shelf.len(Part::HeldOut),
        };
        self.shelves().iter().map(shelf).collect()
    }

    fn reader(&self, targets: Targets) -> Box<dyn Reader + Send + '_> {
        Box::new(library::Reader::new(self, targets))
    }
}

impl Reader for library::Reader<'_> {
    fn read(
        &mut self,
        shelf: usize,
        part: Part,
        index: usize,
        mirror: Mirror,
        into: &mut Example,
    ) -> Result<()> {
        library::Reader::read(self, shelf, part, index, mirror, into)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_written() {
        let board: Board = "24xstandard".parse().unwrap();
        assert_eq!(board, Board { edge: 24, linking: Linking::Standard });
        assert_eq!(board.to_string(), "24 standard");
        for wrong in ["12", "12xchess", "4xpp", "xpp"] {
            wrong.parse::<Board>().unwrap_err();
        }
    }
}
