//! Boards: the size and the rules of a set of games.

use clap::Args;
use serde::{Deserialize, Serialize};
use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;
use twixt::geometry::Size;
use twixt::rules::{Linking, Position, Rules};

/// A board: its size, and what own links do to one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Args)]
#[serde(into = "(u8, bool)", try_from = "(u8, bool)")]
pub struct Board {
    /// Board with N holes an edge, 5-24
    #[arg(long, value_name = "N", default_value = "12", value_parser = size)]
    pub size: Size,
    /// Whether own links may cross: pp, they may; standard, they block one another, and nobody
    /// removes links in these games
    #[arg(long = "rules", value_name = "RULES", default_value = "pp")]
    pub linking: Linking,
}

fn size(text: &str) -> Result<Size, String> {
    text.parse().ok().and_then(Size::new).ok_or_else(|| "--size takes 5 to 24".to_owned())
}

impl Board {
    /// Holes along an edge.
    #[must_use]
    pub fn edge(self) -> usize {
        self.size.get().into()
    }

    /// The position before the first move.
    #[must_use]
    pub fn start(self) -> Position {
        Position::with_rules(self.size, Rules { linking: self.linking, ..Rules::ARENA })
    }

    /// Its name as a folder: `12-pp`.
    #[must_use]
    pub fn name(self) -> String {
        format!("{}-{}", self.edge(), self.linking)
    }

    /// The flags of it that `train` and `lab` take.
    #[must_use]
    pub fn flags(self) -> [String; 4] {
        let [size, rules] = [self.edge().to_string(), self.linking.to_string()];
        ["--size".to_owned(), size, "--rules".to_owned(), rules]
    }
}

/// The form in shards: holes along an edge, and whether own links block one another.
impl From<Board> for (u8, bool) {
    fn from(board: Board) -> (u8, bool) {
        (board.size.get(), board.linking == Linking::Standard)
    }
}

impl TryFrom<(u8, bool)> for Board {
    type Error = String;

    fn try_from((edge, blocks): (u8, bool)) -> Result<Board, String> {
        let size = Size::new(edge)
            .ok_or_else(|| format!("a board of {edge} holes an edge: 5 to 24 are known"))?;
        Ok(Board { size, linking: if blocks { Linking::Standard } else { Linking::Pp } })
    }
}

impl Ord for Board {
    fn cmp(&self, other: &Board) -> Ordering {
        <(u8, bool)>::from(*self).cmp(&(*other).into())
    }
}

impl PartialOrd for Board {
    fn partial_cmp(&self, other: &Board) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.edge(), self.linking)
    }
}

impl FromStr for Board {
    type Err = String;

    /// Reads `12xpp` or `24xstandard`.
    fn from_str(text: &str) -> Result<Board, String> {
        let read = text.split_once('x').and_then(|(edge, linking)| {
            Some((edge.parse().ok()?, linking.parse::<Linking>().ok()? == Linking::Standard))
        });
        read.ok_or("expected SIZExRULES, such as 12xpp or 24xstandard")?.try_into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_are_read_and_written() {
        let board: Board = "24xstandard".parse().unwrap();
        assert_eq!(board, Board { size: Size::MAX, linking: Linking::Standard });
        assert_eq!(board.to_string(), "24 standard");
        for wrong in ["12", "12xchess", "4xpp", "xpp"] {
            wrong.parse::<Board>().unwrap_err();
        }
        let bytes = postcard::to_stdvec(&board).unwrap();
        assert_eq!(bytes, [24, 1]);
        assert_eq!(postcard::from_bytes::<Board>(&bytes), Ok(board));
    }
}
