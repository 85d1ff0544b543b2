//! Formats with their names and file extensions.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A file format for games.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// Smart Game Format, game 21.
    Sgf,
    /// Files of littlegolem.net.
    LittleGolem,
    /// Files of the program T1j.
    T1j,
    /// Plain lists of moves.
    List,
    /// JSON records of the referee and the lab.
    Json,
    /// Logs of the arena's bots, and the arena's replays.
    Arena,
}

const NAMES: [(&str, &[&str]); 6] = [
    ("sgf", &["sgf"]),
    ("littlegolem", &["tsgf"]),
    ("t1j", &["T1", "t1j"]),
    ("list", &["txt"]),
    ("json", &["jsonl", "json"]),
    ("arena", &["in", "log"]),
];

impl Format {
    /// All formats.
    pub const ALL: [Format; 6] =
        [Format::Sgf, Format::LittleGolem, Format::T1j, Format::List, Format::Json, Format::Arena];

    /// Returns the name, as parsed by [`FromStr`].
    pub const fn name(self) -> &'static str {
        NAMES[self as usize].0
    }

    /// Returns the file extensions without the dot, the default one first.
    pub const fn extensions(self) -> &'static [&'static str] {
        NAMES[self as usize].1
    }

    /// Returns the format to which a file name's extension belongs, ignoring case.
    pub fn of_file_name(name: &str) -> Option<Format> {
        let (_, extension) = name.rsplit_once('.')?;
        let named = |known: &str| known.eq_ignore_ascii_case(extension);
        Format::ALL.into_iter().find(|format| format.extensions().iter().any(|known| named(known)))
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is neither the name nor an extension of a format.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("expected a format (sgf, littlegolem, t1j, list, json or arena), found {0:?}")]
pub struct UnknownFormat(String);

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let by_name = Format::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(text));
        by_name
            .or_else(|| Format::of_file_name(&format!(".{text}")))
            .ok_or_else(|| UnknownFormat(text.to_owned()))
    }
}
