//! Splits texts into words; parses words that are moves, sides or sizes.

use crate::ending::{Ending, Reason};
use crate::error::{quoted, Fault};
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::{ParsePlyError, Ply};

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    Ply(Ply),
    End(End),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    Resign,
    Draw,
}

impl End {
    pub(crate) fn by(self, side: Side) -> Ending {
        match self {
            End::Resign => Ending::won(!side, Reason::Resign),
            End::Draw => Ending::drawn(Reason::Agreement),
        }
    }
}

const A_MOVE: &str = "a move: a hole such as D6, a turn such as J12-I12/K11, swap, resign or draw";

pub(crate) fn token(word: &str, at: usize) -> Result<Token, Fault> {
    if let Some(hole) = letters(word) {
        return Ok(Token::Ply(Ply::Turn(hole.into())));
    }
    match word.to_ascii_lowercase().as_str() {
        "resign" | "resigns" | "resigned" => return Ok(Token::End(End::Resign)),
        "draw" => return Ok(Token::End(End::Draw)),
        _ => {}
    }
    word.parse().map(Token::Ply).map_err(|error: ParsePlyError| {
        if error.column == 1 {
            return Fault::expected(at, A_MOVE, word);
        }
        let offset = word.char_indices().nth(error.column - 1).map_or(word.len(), |(at, _)| at);
        let rest = &word[offset..];
        let found = if rest.is_empty() { String::from("its end") } else { quoted(rest) };
        Fault::new(at + offset, format!("expected {} in this move, found {found}", error.expected))
    })
}

/// Parses a hole as written by LittleGolem: a letter for the column, then a letter for the row.
pub(crate) fn letters(word: &str) -> Option<Hole> {
    let index = |letter: u8| {
        let index = letter.to_ascii_lowercase().wrapping_sub(b'a');
        (index < Size::MAX.get()).then_some(index)
    };
    match *word.as_bytes() {
        [column, row] => Some(Hole::new(index(column)?, index(row)?)),
        _ => None,
    }
}

pub(crate) fn hole(word: &str, at: usize) -> Result<Hole, Fault> {
    match token(word, at) {
        Ok(Token::Ply(Ply::Turn(turn))) if turn == turn.peg.into() => Ok(turn.peg),
        _ => Err(Fault::expected(at, "a hole such as D6 for a peg", word)),
    }
}

pub(crate) fn side(word: &str) -> Option<Side> {
    match &*word.to_ascii_lowercase() {
        "vertical" | "white" => Some(Side::Vertical),
        "horizontal" | "black" => Some(Side::Horizontal),
        _ => None,
    }
}

/// Parses a value, spelled `found` in the file, of a type whose parse error states the expected text.
pub(crate) fn parse<T>(value: &str, found: &str, at: usize) -> Result<T, Fault>
where
    T: std::str::FromStr<Err: std::fmt::Display>,
{
    value.parse().map_err(|error| Fault::new(at, format!("{error}, found {}", quoted(found))))
}

pub(crate) fn edge(value: &str, at: usize) -> Result<u8, Fault> {
    let edge = value.parse().ok().filter(|edge| Size::new(*edge).is_some());
    edge.ok_or_else(|| Fault::expected(at, "a board size from 5 to 24", value))
}

/// Parses an edge, or columns and rows separated by `sign`.
pub(crate) fn size(value: &str, sign: char, at: usize) -> Result<Size, Fault> {
    let (columns, rows) =
        value.split_once(|c: char| c.eq_ignore_ascii_case(&sign)).unwrap_or((value, value));
    let size = columns.trim().parse().ok().zip(rows.trim().parse().ok());
    size.and_then(|(columns, rows)| Size::rectangle(columns, rows)).ok_or_else(|| {
        let expected = format!("a board size from 5 to 24, or columns and rows such as 22{sign}24");
        Fault::expected(at, &expected, value)
    })
}

/// Removes the signs `>` with which mail programs quote a line, and the blank after them.
pub(crate) fn unquoted(mut line: &str) -> &str {
    while let Some(rest) = line.trim_start_matches(' ').strip_prefix('>') {
        line = rest.strip_prefix(' ').unwrap_or(rest);
    }
    line
}

pub(crate) fn offset(text: &str, part: &str) -> usize {
    part.as_ptr() as usize - text.as_ptr() as usize
}

/// Splits a text that starts at byte `at` into words with byte offsets.
pub(crate) fn split(
    text: &str,
    at: usize,
    between: impl Fn(char) -> bool,
) -> impl Iterator<Item = (usize, &str)> {
    let words = text.split(between).filter(|word| !word.is_empty());
    words.map(move |word| (at + offset(text, word), word))
}
