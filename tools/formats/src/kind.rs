//! The formats there are, by name and by how the names of their files end.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;

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

/// By format, its name and how the names of its files end.
const NAMES: [(&str, &[&str]); 5] = [
    ("sgf", &["sgf"]),
    ("littlegolem", &["tsgf"]),
    ("t1j", &["T1", "t1j"]),
    ("list", &["txt"]),
    ("json", &["jsonl", "json"]),
];

impl Format {
    /// All of them.
    pub const ALL: [Format; 5] =
        [Format::Sgf, Format::LittleGolem, Format::T1j, Format::List, Format::Json];

    /// The name that [`FromStr`] reads.
    #[must_use]
    pub const fn name(self) -> &'static str {
        NAMES[self as usize].0
    }

    /// How the names of its files end, the usual one first, without the dot.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        NAMES[self as usize].1
    }

    /// The format of a file by the end of its name, letters in either case.
    #[must_use]
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
