use crate::error::{Fault, ReadError, WriteError};
use crate::game::Game;
use crate::{json, list, little_golem, reduce, sgf, t1j};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use twixt::geometry::Size;
use twixt::rules::{Linking, Rules};

/// A way to write games down.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// The Smart Game Format's game 21.
    Sgf,
    /// What littlegolem.net hands out.
    LittleGolem,
    /// The files of T1j.
    T1j,
    /// Moves one after the other.
    List,
    /// The referee's and the lab's records.
    Json,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] =
        [Format::Sgf, Format::LittleGolem, Format::T1j, Format::List, Format::Json];

    /// The name that [`FromStr`] reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sgf => "sgf",
            Format::LittleGolem => "littlegolem",
            Format::T1j => "t1j",
            Format::List => "list",
            Format::Json => "json",
        }
    }

    /// How the names of its files end, the usual one first, without the dot.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Format::Sgf => &["sgf"],
            Format::LittleGolem => &["tsgf"],
            Format::T1j => &["T1", "t1j"],
            Format::List => &["txt"],
            Format::Json => &["jsonl", "json"],
        }
    }

    /// The format of a file by the end of its name, letters in either case.
    #[must_use]
    pub fn of_file_name(name: &str) -> Option<Format> {
        let (_, extension) = name.rsplit_once('.')?;
        let named = |known: &str| known.eq_ignore_ascii_case(extension);
        Format::ALL.into_iter().find(|format| format.extensions().iter().any(|known| named(known)))
    }

    /// What of a game is left out when it is written in this format, each as a phrase such as
    /// `3 comments`; empty if nothing is.
    #[must_use]
    pub fn loses(self, game: &Game) -> Vec<String> {
        reduce::loses(self, game)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The text names no format.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a format (sgf, littlegolem, t1j, list or json), found {0:?}")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    /// Reads a name, or an extension, letters in either case.
    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let by_name = Format::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(text));
        by_name
            .or_else(|| Format::of_file_name(&format!(".{text}")))
            .ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}

/// What is taken for granted where a text says nothing of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assume {
    /// The board.
    pub size: Size,
    /// The rules. LittleGolem's, T1j's and SGF's own rules need no assumption, but for the swap of an
    /// SGF game in which nobody swaps.
    pub rules: Rules,
    /// What own links do to one another, if whoever reads wants it so: a text that doesn't tell is read
    /// by this instead of by what is usual in its format, and one that tells otherwise is refused.
    pub asked: Option<Linking>,
}

impl Assume {
    /// The linking of a text that tells this one at that byte, or none; `usual` is its format's.
    pub(crate) fn linking(
        &self,
        told: Option<(Linking, usize)>,
        usual: Linking,
    ) -> Result<Linking, Fault> {
        match (told, self.asked) {
            (Some((told, at)), Some(asked)) if told != asked => Err(Fault::new(
                at,
                format!(
                    "expected the rules {asked}, which were asked for, found {told}: ask for none to \
                     read the game by its own"
                ),
            )),
            (told, asked) => Ok(told.map(|(told, _)| told).or(asked).unwrap_or(usual)),
        }
    }
}

impl Default for Assume {
    /// The arena's board and rules.
    fn default() -> Assume {
        Assume { size: Size::ARENA, rules: Rules::ARENA, asked: None }
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

pub(crate) const BYTE_ORDER_MARK: char = '\u{feff}';

/// Reads all games of a text; without a format it is told by the content.
///
/// Every ply of every line has been played when the games come back.
///
/// # Errors
///
/// The first place where the text is not what it should be, or where a move breaks the rules.
pub fn read(text: &str, format: Option<Format>, assume: &Assume) -> Result<Vec<Game>, ReadError> {
    let Some(format) = format.or_else(|| recognise(text)) else {
        let at = text.len() - body(text).len();
        let expected = "a Twixt game (SGF, LittleGolem's tsgf, T1j, a list of moves, or JSON)";
        return Err(Fault::expected(at, expected, body(text)).in_text(text));
    };
    let games = match format {
        Format::Sgf => sgf::read(text, assume),
        Format::LittleGolem => little_golem::read(text, assume),
        Format::T1j => t1j::read(text, assume).map(|game| vec![game]),
        Format::List => list::read(text, assume),
        Format::Json => json::read(text, assume),
    };
    let mut games = games.map_err(|fault| fault.in_text(text))?;
    games.iter_mut().for_each(Game::tidy);
    Ok(games)
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
