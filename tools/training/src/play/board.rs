//! The board of a set of games: its size and the linking rule.

use clap::Args;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use twixt::geometry::Size;
use twixt::rules::{Linking, Position, Rules};

/// Board size and linking rule of a set of games.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, Args)]
#[serde(into = "(u8, bool)", try_from = "(u8, bool)")]
pub struct Board {
    /// Board with N holes per edge, 5-24
    #[arg(long, value_name = "N", default_value = "12", value_parser = engine::parse_size)]
    pub size: Size,
    /// Linking rule: under pp, own links may cross; under standard, they block each other and are
    /// never removed in these games
    #[arg(long = "rules", value_name = "RULES", default_value = "pp")]
    pub linking: Linking,
}

impl Board {
    /// Returns the number of holes per edge.
    pub fn edge(self) -> usize {
        self.size.get().into()
    }

    /// Returns the position before the first move.
    pub fn start(self) -> Position {
        Position::with_rules(self.size, Rules { linking: self.linking, ..Rules::ARENA })
    }
}

/// Serialized form in shards: holes per edge, and whether own links block each other.
impl From<Board> for (u8, bool) {
    fn from(board: Board) -> (u8, bool) {
        (board.size.get(), board.linking == Linking::Standard)
    }
}

impl TryFrom<(u8, bool)> for Board {
    type Error = String;

    fn try_from((edge, blocks): (u8, bool)) -> Result<Board, String> {
        let size = Size::new(edge)
            .ok_or_else(|| format!("unsupported board size {edge}; sizes are 5 to 24"))?;
        Ok(Board { size, linking: if blocks { Linking::Standard } else { Linking::Pp } })
    }
}

impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.edge(), self.linking)
    }
}

impl FromStr for Board {
    type Err = String;

    /// Parses a board such as `12xpp` or `24xstandard`.
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
    fn boards_round_trip() {
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
