//! Reads games in any format, and match and league journals of `lab`. The content of a file determines its kind.

use super::matches::{FullMatch, MatchState};
use super::referee::RefereeDetails;
use crate::error::ApiError;
use club::words::ended;
use formats::{Assume, Format, Game};
use lab::matches;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::Value;
use twixt::geometry::Size;

/// The maximum number of games in a file.
const MAX_GAMES: usize = 10_000;

/// The content of a file.
#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Content {
    /// Games that belong to no match or league.
    Games {
        /// The games.
        games: Vec<GameEntry>,
        /// Notes on how they were read.
        notes: Vec<String>,
    },
    /// A match of the lab.
    Match {
        /// The match.
        #[serde(rename = "match")]
        whole: Box<FullMatch>,
        /// Notes on how it was read.
        notes: Vec<String>,
    },
    /// A league of the lab.
    League {
        /// The league.
        league: Box<FullMatch>,
        /// Notes on how it was read.
        notes: Vec<String>,
    },
}

impl Content {
    /// Returns a match or league with all its games.
    #[must_use]
    pub fn of(state: &MatchState, notes: Vec<String>) -> Content {
        let whole = Box::new(state.full());
        match state.is_league {
            true => Content::League { league: whole, notes },
            false => Content::Match { whole, notes },
        }
    }
}

/// An entry in the list of games.
#[derive(Serialize, Debug)]
pub struct GameEntry {
    title: String,
    game: Box<RawValue>,
    result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<RefereeDetails>,
}

impl GameEntry {
    fn new(game: &Game, number: usize) -> Result<GameEntry, ApiError> {
        Ok(GameEntry {
            title: title(game, number),
            game: record(game)?,
            result: ended(game),
            details: RefereeDetails::of(game),
        })
    }
}

/// Returns the JSON record of a game.
fn record(game: &Game) -> Result<Box<RawValue>, ApiError> {
    let text = formats::write(std::slice::from_ref(game), Format::Json)
        .map_err(ApiError::unprocessable)?;
    RawValue::from_string(text.trim_end().to_owned()).map_err(ApiError::internal)
}

/// Reads a file. `name`, the file name, determines the format if the content does not; `size` is the board size for
/// games that state none.
///
/// # Errors
///
/// If the format is unknown or the file is invalid; the message then gives the place in the file.
pub fn read(name: &str, size: Option<Size>, bytes: &[u8]) -> Result<Content, ApiError> {
    let mut notes = Vec::new();
    if is_journal(bytes) {
        return journal(bytes, notes);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => {
            // Player names in old files are in Latin-1.
            notes.push(String::from("read as Latin-1: not valid UTF-8"));
            bytes.iter().copied().map(char::from).collect()
        }
    };
    let format = formats::recognise(&text).or_else(|| Format::of_file_name(name));
    let assume = Assume { size: size.unwrap_or(Size::ARENA), ..Assume::default() };
    let games = formats::read_at_most(MAX_GAMES, &text, format, &assume).map_err(|error| {
        match formats::needs_larger_board(MAX_GAMES, &text, format, &assume) {
            false => ApiError::unprocessable(error),
            true => ApiError::unprocessable(format!(
                "cannot read the game on a {} board: it states no size and needs a larger one; enter \
                 the size under Open a file",
                assume.size
            )),
        }
    })?;
    if let Some(format) = format {
        notes.push(format!("read as {format}"));
    }
    notes.extend(club::files::notes(&games));
    let games = games.iter().enumerate().map(|(index, game)| GameEntry::new(game, index + 1));
    Ok(Content::Games { games: games.collect::<Result<_, _>>()?, notes })
}

/// Returns the title of a game: its players, or else its number in the file, then event and date.
fn title(game: &Game, number: usize) -> String {
    let players = match game.players.each_ref().map(|name| name.as_deref()) {
        [None, None] => format!("game {number}"),
        [first, second] => {
            format!("{} - {}", first.unwrap_or("first"), second.unwrap_or("second"))
        }
    };
    let more = [&game.event, &game.date].into_iter().flatten();
    more.fold(players, |title, word| format!("{title}, {word}"))
}

/// Returns whether a file is a match or league journal of `lab`. The first line of a journal is its plan.
#[must_use]
pub fn is_journal(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(br#"{"plan""#)
}

fn journal(bytes: &[u8], mut notes: Vec<String>) -> Result<Content, ApiError> {
    let read = matches::parse::<Value>(bytes)
        .map_err(|error| ApiError::unprocessable(format!("cannot read the journal: {error:#}")))?;
    if let Some(line) = read.torn_line() {
        notes.push(format!("line {line} is truncated and was skipped"));
    }
    if !read.hashes {
        notes.push(String::from("no hashes: corruption cannot be detected"));
    }
    let mut state = MatchState::new(read.plan.as_ref());
    for entry in &read.entries {
        state.add(entry)?;
    }
    Ok(Content::of(&state, notes))
}
