use crate::builder::Builder;
use crate::fault::{quoted, Fault};
use crate::tree::At;
use twixt::geometry::{Hole, Size};
use twixt::rules::Ply;

/// What stands where a move may stand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Token {
    Ply(Ply),
    Resign,
    Draw,
}

const A_MOVE: &str = "a move: a hole such as D6, a turn such as J12-I12/K11, swap, resign or draw";

/// Reads a word that starts at byte `at` of the text.
pub(crate) fn token(word: &str, at: usize) -> Result<Token, Fault> {
    if let Some(hole) = letters(word) {
        return Ok(Token::Ply(Ply::Turn(hole.into())));
    }
    match word.to_ascii_lowercase().as_str() {
        "resign" | "resigns" => return Ok(Token::Resign),
        "draw" => return Ok(Token::Draw),
        _ => {}
    }
    word.parse().map(Token::Ply).map_err(|error: twixt::rules::ParsePlyError| {
        if error.column == 1 {
            return Fault::expected(at, A_MOVE, word);
        }
        let offset = word.char_indices().nth(error.column - 1).map_or(word.len(), |(at, _)| at);
        let rest = &word[offset..];
        let found = if rest.is_empty() { String::from("the end of it") } else { quoted(rest) };
        Fault::new(at + offset, format!("expected {} in this move, found {found}", error.expected))
    })
}

/// A hole as LittleGolem writes it: two letters, column and row, counted from `a`.
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

/// Adds a ply that stands at byte `place` of the text.
pub(crate) fn add(
    tree: &mut Builder,
    at: At,
    ply: Ply,
    number: usize,
    place: usize,
) -> Result<usize, Fault> {
    let to_move = tree.position(at).to_move();
    tree.add(at, ply.clone()).map_err(|error| {
        Fault::new(place, format!("move {number}, {ply} by {to_move}, breaks a rule: {error}"))
    })
}
