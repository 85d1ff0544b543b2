//! Errors in reading and writing games.

use crate::format::Format;
use crate::game::IllegalPly;
use thiserror::Error;

/// A syntax error or an illegal move, with its position in the text.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ReadError {
    /// Line number, from 1.
    pub line: usize,
    /// Number of the character in the line, from 1. If something is missing at the end of the line, the number is one
    /// more than the line's length.
    pub column: usize,
    /// Expected and found text, or the rule that a move breaks.
    pub message: String,
}

/// Some editors write this mark at the start of a file.
pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// An error at a byte offset; [`Fault::in_text`] converts it to line and column.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub(crate) at: usize,
    pub(crate) message: String,
}

impl Fault {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> Fault {
        Fault { at, message: message.into() }
    }

    pub(crate) fn expected(at: usize, expected: &str, found: &str) -> Fault {
        Fault::new(at, format!("expected {expected}, found {}", quoted(found)))
    }

    pub(crate) fn too_many(at: usize, max_games: usize) -> Fault {
        Fault::new(at, format!("expected at most {max_games} games, found more; split the file"))
    }

    pub(crate) fn in_text(self, text: &str) -> ReadError {
        let mut at = self.at.min(text.len());
        while !text.is_char_boundary(at) {
            at -= 1;
        }
        let before = &text[..at];
        let line = line_at(text, at);
        let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
        ReadError { line, column, message: self.message }
    }
}

/// Returns the number of the line, from 1, at byte `at`.
pub(crate) fn line_at(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

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

/// Why a game cannot be written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WriteError {
    /// The format supports only other boards, or represents only a part of the game that is illegal or has another
    /// result.
    #[error("cannot write {0}: {1}; SGF, a list of moves or JSON can hold this game")]
    Unsupported(Format, String),
    /// The game has an illegal ply.
    #[error("cannot write a game that breaks the rules: {0}")]
    Illegal(#[from] IllegalPly),
    /// The format holds one game per file, not this number.
    #[error("cannot write {1} games to one {0} file; write one file per game")]
    NotOne(Format, usize),
}
