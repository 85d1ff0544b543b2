//! What a file holds, by its content.

use super::details::Details;
use super::matches::{Gathered, Whole};
use crate::refusal::Refusal;
use club::files::notes;
use club::words::ended;
use formats::{Assume, Format, Game};
use lab::matches;
use serde::Serialize;
use serde_json::value::RawValue;
use serde_json::Value;
use twixt::geometry::Size;

/// The most games of a file that are shown one by one.
const GAMES: usize = 10_000;

/// What a file holds.
#[derive(Serialize, Debug)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Content {
    /// Games, each by itself.
    Games {
        /// The games.
        games: Vec<Shown>,
        /// What is to be known of how they were read.
        told: Vec<String>,
    },
    /// A match of the lab.
    Match {
        /// The match.
        #[serde(rename = "match")]
        whole: Box<Whole>,
        /// As of games.
        told: Vec<String>,
    },
    /// A league of the lab.
    League {
        /// The league.
        league: Box<Whole>,
        /// As of games.
        told: Vec<String>,
    },
}

impl Content {
    /// A match or a league with all its games.
    pub(super) fn of(gathered: &Gathered, told: Vec<String>) -> Content {
        let whole = Box::new(gathered.whole());
        match gathered.is_league {
            true => Content::League { league: whole, told },
            false => Content::Match { whole, told },
        }
    }
}

/// A game as a list shows it.
#[derive(Serialize, Debug)]
pub struct Shown {
    title: String,
    game: Box<RawValue>,
    result: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    details: Option<Details>,
}

impl Shown {
    fn new(game: &Game, number: usize) -> Result<Shown, Refusal> {
        Ok(Shown {
            title: title(game, number),
            game: record(game)?,
            result: ended(game),
            details: Details::of(game),
        })
    }
}

/// A game as it goes over the wire.
fn record(game: &Game) -> Result<Box<RawValue>, Refusal> {
    let text = formats::write(std::slice::from_ref(game), Format::Json).map_err(Refusal::unfit)?;
    RawValue::from_string(text.trim_end().to_owned()).map_err(Refusal::fault)
}

/// Reads a file's content; its name helps where the content doesn't tell the format, and `size` is the
/// board of games that give none.
///
/// # Errors
///
/// If it is none of what is read here: where, and why.
pub fn read(name: &str, size: Option<Size>, bytes: &[u8]) -> Result<Content, Refusal> {
    let mut told = Vec::new();
    if is_journal(bytes) {
        return journal(bytes, told);
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => {
            // Old files name their players so.
            told.push(String::from("read as Latin 1, as it is no UTF-8"));
            bytes.iter().copied().map(char::from).collect()
        }
    };
    let format = formats::recognise(&text).or_else(|| Format::of_file_name(name));
    let assume = Assume { size: size.unwrap_or(Size::ARENA), ..Assume::default() };
    let games = formats::read_at_most(GAMES, &text, format, &assume).map_err(|error| {
        match formats::needs_larger_board(GAMES, &text, format, &assume) {
            false => Refusal::unfit(error),
            true => Refusal::unfit(format!(
                "cannot read the game on {} holes: it gives no size and needs a larger board; enter \
                 the size under Open a file",
                assume.size
            )),
        }
    })?;
    if let Some(format) = format {
        told.push(format!("read as {format}"));
    }
    told.extend(notes(&games));
    let games = games.iter().enumerate().map(|(index, game)| Shown::new(game, index + 1));
    Ok(Content::Games { games: games.collect::<Result<_, _>>()?, told })
}

/// Returns who played, and where.
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

/// Whether a file begins with a plan of the lab.
pub(super) fn is_journal(bytes: &[u8]) -> bool {
    bytes.trim_ascii_start().starts_with(br#"{"plan""#)
}

fn journal(bytes: &[u8], mut told: Vec<String>) -> Result<Content, Refusal> {
    let read = matches::parse::<Value>(bytes)
        .map_err(|error| Refusal::unfit(format!("no journal of games: {error:#}")))?;
    if let Some(line) = read.torn_line() {
        told.push(format!("line {line} is torn and left out"));
    }
    if !read.hashes {
        told.push(String::from("it is without hashes: damage to it cannot be detected"));
    }
    let mut gathered = Gathered::new(read.plan.as_ref());
    for entry in &read.entries {
        gathered.add(entry)?;
    }
    Ok(Content::of(&gathered, told))
}
