//! Where examples come from.

use anyhow::Result;
use std::fmt;
use std::str::FromStr;
use twixt::rules::Linking;

/// Bytes a hole of an example's planes; the last two are always 0.
pub const INPUTS: usize = 28;

/// What the network is to learn from one position, as its mover sees it: the mover joins top and
/// bottom, a hole's number is row · edge + column.
#[derive(Clone, Debug, Default)]
pub struct Example {
    /// Holes along an edge of the board.
    pub edge: usize,
    /// Quantised input planes, [`INPUTS`] bytes a hole, hole by hole: 64 is 1.
    pub planes: Vec<u8>,
    /// Shares of the search's visits by hole; their sum is 1. Empty: no policy to learn here.
    pub policy: Vec<(u16, f32)>,
    /// The hole of the opponent's next move, if it is to be learnt.
    pub reply: Option<u16>,
    /// Win, draw, loss for the mover; the sum is 1.
    pub wdl: [f32; 3],
    /// The pegs of the winner's chain; empty: none to learn.
    pub chain: Vec<u16>,
    /// Whether the mover won.
    pub chain_is_movers: bool,
    /// How much the policy counts, usually 1.
    pub weight: f32,
}

/// Which positions: a game is wholly on one side.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Part {
    /// Those to learn from.
    Training,
    /// Those that only tell how far learning has come.
    HeldOut,
}

/// How a position is mirrored; top and bottom stay the mover's.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Mirror {
    /// Left and right change places.
    pub columns: bool,
    /// Top and bottom change places.
    pub rows: bool,
}

/// What a position is to teach.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Targets {
    /// The search value's part of the value target; the rest is the game's result.
    pub search_share: f32,
    /// How much of a policy's weight is shared out by how much it surprised.
    pub surprise: f32,
}

/// A board: its size, and what own links do to one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board {
    /// Holes along an edge.
    pub edge: usize,
    /// The rule set's part that matters to the network.
    pub linking: Linking,
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
    fn reader(&self, targets: Targets) -> Box<dyn Reader + '_>;
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
