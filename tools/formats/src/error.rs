use crate::game::IllegalPly;
use crate::kind::Format;
use thiserror::Error;
use twixt::geometry::Size;

/// A game that a format can't hold, however much may be left out.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WriteError {
    /// The format's boards are square.
    #[error("{format} has square boards only, and this one is {size}; write sgf, list or json")]
    NotSquare {
        /// The format.
        format: Format,
        /// The game's board.
        size: Size,
    },
    /// Without what the format leaves out, the moves would be another game.
    #[error("{format} can't hold this game: {why}; write sgf, list or json")]
    AnotherGame {
        /// The format.
        format: Format,
        /// Where the game would become another.
        why: String,
    },
    /// The game breaks the rules by itself.
    #[error("not written, since the game breaks the rules: {0}")]
    Illegal(#[from] IllegalPly),
    /// The format has one game a file.
    #[error("a file in the format {format} holds one game, and these are {count}; write each to a file of its own")]
    NotOne {
        /// The format.
        format: Format,
        /// How many games were given.
        count: usize,
    },
}
