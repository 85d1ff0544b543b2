//! Logs of bots of the arena (CodinGame, Twixt PP), and the arena's replays.
//!
//! A text is read as one of these:
//!
//! - Turns of the arena's input, one block each, as bots read them from stdin ([`block`]). Each is a position; turns that
//!   differ by at most one move per side are a game. A log may contain other lines, and prefixes such as `P1> `.
//! - A replay in JSON, as the arena's page loads it ([`replay`]): `frames` with `stdout`, and `agents`.
//!
//! A turn states neither the reader's side, which [`twixt::arena::side_to_move`] infers, nor the order of the pegs, which
//! [`turns`] infers. Notes report a side that is not certain.
//!
//! The writer produces the turns of the side to move, up to the last position: the input for a bot. The rules are
//! always Twixt PP with a mirroring swap, and the board has 12 holes per edge. Only the reader accepts larger boards,
//! if the caller's default is larger.

mod address;
mod block;
mod turns;
mod replay;
mod writer;

pub(crate) use address::{replay_at, HOW_TO_SAVE};
pub(crate) use writer::write;

use crate::assume::Assume;
use crate::error::{line_at, Fault, BYTE_ORDER_MARK};
use crate::game::Game;
use block::Scan;
use twixt::geometry::Size;
use twixt::rules::Rules;

/// Returns whether a text starts with an object or an array of values, unlike a log whose lines start with a time in
/// brackets.
pub(crate) fn is_json(text: &str) -> bool {
    let body = text.trim_start_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK);
    let first = body.strip_prefix('[').map_or(body, str::trim_start).chars().next();
    body.starts_with('{') || body.starts_with('[') && first.is_none_or(|c| "{[]\"".contains(c))
}

/// Returns whether a text that starts with a bracket is a replay.
pub(crate) fn is_replay(text: &str) -> bool {
    let has = |key: &str| text.contains(key);
    has("\"frames\"") && (has("\"stdout\"") || has("\"agentId\"")) && !has("\"moves\"")
}

/// Returns whether the text has a complete turn, or one with a late error.
pub(crate) fn is_likely(text: &str) -> bool {
    let Scan { blocks, failure, .. } = block::scan(text, Size::MAX);
    !blocks.is_empty() || failure.is_some_and(|failure| failure.is_likely)
}

pub(crate) fn read(text: &str, assume: &Assume, max_games: usize) -> Result<Vec<Game>, Fault> {
    // The format determines the linking rule.
    let usual = Rules::ARENA.linking;
    assume.linking(Some((usual, 0)), usual)?;
    let size = size(assume);
    let games = match is_json(text) {
        true => replay::read(text, size)?,
        false => from_log(text, size)?,
    };
    match games.len() <= max_games {
        true => Ok(games),
        false => Err(Fault::too_many(text.len(), max_games)),
    }
}

/// Returns whether reading a written game yields its last position. A turn states neither the reader's side nor, after
/// set-up pegs, the order of the pegs.
pub(crate) fn holds(game: &Game) -> bool {
    let back = write(game).and_then(|text| read(&text, &Assume::default(), usize::MAX).ok());
    let same = |back: &Game| back.position() == game.position();
    back.is_some_and(|games| matches!(&games[..], [back] if same(back)))
}

/// Returns the board: the arena's, or the caller's if it is square and larger.
fn size(assume: &Assume) -> Size {
    match assume.size.is_square() && assume.size.get() > Size::ARENA.get() {
        true => assume.size,
        false => Size::ARENA,
    }
}

fn from_log(text: &str, size: Size) -> Result<Vec<Game>, Fault> {
    let Scan { blocks, failure, rest } = block::scan(text, size);
    if let Some(failure) = failure {
        return Err(failure.fault);
    }
    if blocks.is_empty() {
        let expected = format!(
            "a turn of the arena's input on the {size} board, which starts with FIRST, SWAP or the opponent's last peg"
        );
        return Err(Fault::expected(0, &expected, text.trim_start()));
    }
    let mut games = turns::games(text, &blocks, size)?;
    if let Some((game, at)) = games.last_mut().zip(rest) {
        let line = line_at(text, at);
        game.notes.push(format!(
            "the lines from line {line} on are not a complete turn and were skipped"
        ));
    }
    Ok(games)
}
