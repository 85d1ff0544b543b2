//! Games and lines as the page sends them.

use crate::refusal::Refusal;
use formats::{read, Assume, Format, Game};
use serde_json::value::RawValue;
use serde_json::{Map, Value};
use twixt::rules::{Ply, Position};

/// A game up to the position that is looked at.
pub struct Line {
    /// The game, without variations, comments and an end that is told.
    pub game: Game,
    /// Its plies.
    pub plies: Vec<Ply>,
    /// The position after them.
    pub position: Position,
}

/// What of a record leads to a position; a line is often cut off a game whose end and comments would
/// not fit it.
const KEPT: [&str; 8] = ["size", "columns", "rows", "rules", "swap", "setup", "moves", "players"];

/// Reads a line: all of it that leads to its last position, and nothing else.
///
/// # Errors
///
/// If it is no record of a game, or a move breaks a rule.
pub fn line(record: &RawValue) -> Result<Line, Refusal> {
    let mut object: Map<String, Value> = serde_json::from_str(record.get())
        .map_err(|error| Refusal::bad(format!("a game is an object with \"moves\": {error}")))?;
    object.retain(|key, _| KEPT.contains(&key.as_str()));
    if let Some(Value::Array(moves)) = object.get("moves") {
        moves.iter().filter_map(Value::as_str).try_for_each(readable)?;
    }
    let game = one(&Value::Object(object).to_string())?;
    let plies = game.main_line().map(|node| node.ply).collect();
    let position = game.position().map_err(Refusal::unfit)?;
    Ok(Line { game, plies, position })
}

/// Checks that a move can be read. A user may have typed it, so the message quotes it alone.
fn readable(word: &str) -> Result<(), Refusal> {
    /// Characters of a move that a message quotes.
    const SHOWN: usize = 24;
    let Err(error) = word.parse::<Ply>() else { return Ok(()) };
    let mut shown: String = word.chars().take(SHOWN).collect();
    if shown.len() < word.len() {
        shown.push('…');
    }
    let cause = match error.column {
        1 => String::from("it is no turn"),
        column => format!("expected {} at character {column}", error.expected),
    };
    Err(Refusal::unfit(format!(
        "cannot play {shown:?}: {cause}; type a hole such as D6, a turn such as D6-C4/E5, or swap"
    )))
}

/// Reads a whole game with its variations.
///
/// # Errors
///
/// If it is no record of a game, or a move breaks a rule.
pub fn game(record: &RawValue) -> Result<Game, Refusal> {
    one(record.get())
}

fn one(text: &str) -> Result<Game, Refusal> {
    let games = read(text, Some(Format::Json), &Assume::default());
    // Where in the text is of no use to somebody who wrote none.
    let games = games
        .map_err(|error| Refusal::unfit(format!("cannot play the game: {}", error.message)))?;
    let count = games.len();
    let [game] = <[Game; 1]>::try_from(games)
        .map_err(|_| Refusal::unfit(format!("expected one game, found {count}")))?;
    Ok(game)
}
