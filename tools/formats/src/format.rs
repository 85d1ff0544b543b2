//! All formats in one place: which one a text has, and what reads and writes it.

use crate::assume::Assume;
use crate::error::{Fault, ReadError, WriteError, BYTE_ORDER_MARK};
use crate::game::Game;
use crate::kind::Format;
use crate::{json, list, little_golem, reduce, sgf, t1j};
use twixt::geometry::Size;

impl Format {
    /// What of a game is left out when it is written in this format, each as a phrase such as
    /// `3 comments`; empty if nothing is.
    #[must_use]
    pub fn loses(self, game: &Game) -> Vec<String> {
        reduce::loses(self, game)
    }
}

/// Tells a text's format by its content; `None` if it looks like none of them.
#[must_use]
pub fn recognise(text: &str) -> Option<Format> {
    let body = body(text);
    match body.as_bytes().first()? {
        b'{' | b'[' => Some(Format::Json),
        b'(' if little_golem::is_likely(body) => Some(Format::LittleGolem),
        b'(' => Some(Format::Sgf),
        _ if t1j::is_likely(text) => Some(Format::T1j),
        _ if list::is_likely(text) => Some(Format::List),
        _ => None,
    }
}

/// The text from its first character that is neither blank nor a byte order mark.
fn body(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK)
}

/// Reads all games of a text; without a format it is told by the content.
///
/// Every ply of every line has been played when the games come back.
///
/// # Errors
///
/// The first place where the text is not what it should be, or where a move breaks the rules.
pub fn read(text: &str, format: Option<Format>, assume: &Assume) -> Result<Vec<Game>, ReadError> {
    read_at_most(usize::MAX, text, format, assume)
}

/// As [`read`], for whoever has room for so many games only.
///
/// # Errors
///
/// As [`read`], and if there are more.
pub fn read_at_most(
    most: usize,
    text: &str,
    format: Option<Format>,
    assume: &Assume,
) -> Result<Vec<Game>, ReadError> {
    let Some(format) = format.or_else(|| recognise(text)) else {
        let at = text.len() - body(text).len();
        let expected = "a Twixt game (SGF, LittleGolem's tsgf, T1j, a list of moves, or JSON)";
        return Err(Fault::expected(at, expected, body(text)).in_text(text));
    };
    let games = match format {
        Format::Sgf => sgf::read(text, assume, most),
        Format::LittleGolem => little_golem::read(text, assume, most),
        Format::T1j => t1j::read(text, assume).map(|game| vec![game]),
        Format::List => list::read(text, assume, most),
        Format::Json => json::read(text, assume, most),
    };
    let mut games = games.map_err(|fault| fault.in_text(text))?;
    games.iter_mut().for_each(Game::tidy);
    Ok(games)
}

/// Whether a text that [`read_at_most`] refuses needs a larger board than the assumed one: it does not give
/// its size, and can be read on the largest board.
#[must_use]
pub fn needs_larger_board(
    most: usize,
    text: &str,
    format: Option<Format>,
    assume: &Assume,
) -> bool {
    let largest = Assume { size: Size::MAX, ..*assume };
    assume.size != Size::MAX && read_at_most(most, text, format, &largest).is_ok()
}

/// Writes games so that [`read`] gives them back, but for what [`Format::loses`] tells.
///
/// # Errors
///
/// If a game breaks the rules, if the moves themselves can't be written in the format, or if it has
/// one game a file and these are not one.
pub fn write(games: &[Game], format: Format) -> Result<String, WriteError> {
    let one_a_file = matches!(format, Format::T1j | Format::LittleGolem);
    if one_a_file && games.len() != 1 {
        return Err(WriteError::NotOne { format, count: games.len() });
    }
    let mut text = String::new();
    for game in games {
        game.check()?;
        text += &match format {
            Format::Sgf => sgf::write(game),
            Format::LittleGolem => little_golem::write(&reduce::for_little_golem(game)?),
            Format::T1j => t1j::write(&reduce::for_t1j(game)?),
            Format::List => list::write(game),
            Format::Json => json::write(game),
        };
    }
    Ok(text)
}
