//! Texts that are no game, and games that a format cannot hold.

use crate::game::IllegalPly;
use crate::kind::Format;
use thiserror::Error;
use twixt::geometry::Size;

/// A text that is no game, or one with a move against the rules: where, and what is wrong.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ReadError {
    /// The line, counted from 1.
    pub line: usize,
    /// The character in the line, counted from 1; one past its end if something is missing there.
    pub column: usize,
    /// What was expected and what was found, or which rule a move breaks.
    pub message: String,
}

/// What some editors set before a text.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// What is wrong at a byte of a text; readers work with these, and only who asked for a game is told
/// line and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    /// Bytes before it.
    pub(crate) at: usize,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> Fault {
        Fault { at, message: message.into() }
    }

    /// `expected` did not stand at `at`, where `found` goes on.
    pub(crate) fn expected(at: usize, expected: &str, found: &str) -> Fault {
        Fault::new(at, format!("expected {expected}, found {}", quoted(found)))
    }

    /// More games than whoever reads has room for; the first that is too many begins at `at`.
    pub(crate) fn too_many(at: usize, most: usize) -> Fault {
        Fault::new(at, format!("expected {most} games at most, found more: split the file"))
    }

    pub(crate) fn in_text(self, text: &str) -> ReadError {
        let mut at = self.at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        ReadError { line, column, message: self.message }
    }
}

/// The beginning of what was found, as messages name it.
pub(crate) fn quoted(found: &str) -> String {
    const SHOWN: usize = 16;
    let line = found.lines().next().unwrap_or("");
    match (found.is_empty(), line.chars().count()) {
        (true, _) => String::from("the end of the text"),
        (false, 0) => String::from("the end of the line"),
        (false, length) if length > SHOWN => {
            format!("\"{}...\"", line.chars().take(SHOWN).collect::<String>().escape_debug())
        }
        (false, _) => format!("\"{}\"", line.escape_debug()),
    }
}

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
