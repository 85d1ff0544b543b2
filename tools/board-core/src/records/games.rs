//! Reads games in any format, and journals of matches. The content of a file determines its kind.

use super::matches::{FullMatch, MatchState};
use super::referee::RefereeDetails;
use crate::error::ApiError;
use analysis::games::notes as notes_of;
use analysis::words::ended;
use formats::{Assume, Format, Game, LittleGolemGame};
use records::journal;
use serde::Serialize;
use serde_json::value::RawValue;
use twixt::geometry::{Hole, Size};
use twixt::rules::Ply;

/// The maximum number of games in a file.
const MAX_GAMES: usize = 10_000;

/// The content of a file.
#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Content {
    /// Games that belong to no match.
    Games {
        /// The games.
        games: Vec<GameEntry>,
        /// Notes on how they were read.
        notes: Vec<String>,
        /// The board, if the file states no size.
        #[serde(skip_serializing_if = "Option::is_none")]
        assumed: Option<AssumedSize>,
    },
    /// The name of a game on littlegolem.net instead of its file.
    Reference {
        /// The game's number.
        number: u64,
        /// The name of the game's file.
        name: String,
        /// The address of the game's file.
        address: String,
    },
    /// A match of the lab.
    Match {
        /// The match.
        #[serde(rename = "match")]
        whole: Box<FullMatch>,
        /// Notes on how it was read.
        notes: Vec<String>,
    },
}

impl Content {
    /// Returns a match with all its games.
    pub fn of(state: &MatchState, notes: Vec<String>) -> Content {
        Content::Match { whole: Box::new(state.full()), notes }
    }
}

/// A board that the caller or the reader chose for games whose file states no size.
#[derive(Serialize, Debug)]
pub struct AssumedSize {
    /// The size, as the parameter `size` states it.
    size: String,
    /// The smallest square board that has room for all moves, in holes per edge.
    least: u8,
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
/// games that state none. Without it, 12 holes per edge are assumed, or 24 if a move needs them.
///
/// # Errors
///
/// If the format is unknown or the file is invalid; the message then gives the place in the file.
pub fn read(name: &str, size: Option<Size>, bytes: &[u8]) -> Result<Content, ApiError> {
    if journal::is_journal(bytes) {
        return content(bytes, Vec::new());
    }
    let (text, note) = formats::decode(bytes).map_err(ApiError::unprocessable)?;
    let mut notes = Vec::from_iter(note);
    let format = formats::recognise(&text).or_else(|| Format::of_file_name(name));
    if let Some(game) = LittleGolemGame::named_by(&text) {
        let (name, address) = (game.file_name(), game.address());
        return Ok(Content::Reference { number: game.number, name, address });
    }
    let (games, assumed) = on_assumed_board(&text, format, size)?;
    if let Some(format) = format {
        notes.push(format!("read as {format}"));
    }
    notes.extend(notes_of(&games));
    let games = games.iter().enumerate();
    let games = games.map(|(index, game)| GameEntry::new(game, index + 1));
    Ok(Content::Games { games: games.collect::<Result<_, _>>()?, notes, assumed })
}

/// Reads games; also returns the board if the text states none.
fn on_assumed_board(
    text: &str,
    format: Option<Format>,
    size: Option<Size>,
) -> Result<(Vec<Game>, Option<AssumedSize>), ApiError> {
    let read = |size| {
        let assume = Assume { size, ..Assume::default() };
        formats::read_at_most(MAX_GAMES, text, format, &assume)
    };
    let is_silent = format.is_some_and(|format| formats::states_no_size(text, format));
    let first = size.unwrap_or(Size::ARENA);
    let (size, games) = match read(first) {
        Err(error) if is_silent && size.is_none() => match read(Size::MAX) {
            // The error further on is that of the board that fits better.
            Err(other) if (other.line, other.column) <= (error.line, error.column) => {
                (first, Err(error))
            }
            games => (Size::MAX, games),
        },
        games => (first, games),
    };
    let games = games.map_err(|error| {
        let assume = Assume { size, ..Assume::default() };
        match is_silent && formats::needs_larger_board(MAX_GAMES, text, format, &assume) {
            false => ApiError::unprocessable(error),
            true => ApiError::unprocessable(format!(
                "cannot read the game on a {size} board: {error}; choose a larger board"
            )),
        }
    })?;
    // The arena's board is known, so the page offers other sizes only for a log that needs them.
    let is_usual = format == Some(Format::Arena) && size == Size::ARENA;
    let assumed = (is_silent && !is_usual).then(|| AssumedSize::new(size, &games));
    Ok((games, assumed))
}

impl AssumedSize {
    fn new(size: Size, games: &[Game]) -> AssumedSize {
        let edge = |hole: Hole| hole.column().max(hole.row()) + 1;
        let peg = |ply: &Ply| match ply {
            Ply::Turn(turn) => edge(turn.peg),
            Ply::Swap => 0,
        };
        let least = games.iter().map(|game| {
            let set_up = game.setup.iter().flat_map(|setup| setup.pegs());
            let plies = game.plies.nodes().map(|node| peg(&node.ply));
            plies.chain(set_up.map(|&(_, hole)| edge(hole))).max().unwrap_or(0)
        });
        let least = least.max().unwrap_or(0).max(Size::MIN.get());
        let (columns, rows) = (size.columns(), size.rows());
        let size = if size.is_square() { columns.to_string() } else { format!("{columns}x{rows}") };
        AssumedSize { size, least }
    }
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

fn content(bytes: &[u8], mut notes: Vec<String>) -> Result<Content, ApiError> {
    let read = journal::parse(bytes)
        .map_err(|error| ApiError::unprocessable(format!("cannot read the journal: {error:#}")))?;
    notes.extend(read.torn_message().map(|torn| format!("{torn} and was skipped")));
    let mut state = MatchState::new(read.plan.as_ref());
    for entry in &read.entries {
        state.add(entry)?;
    }
    Ok(Content::of(&state, notes))
}
