//! Playing levels of known strength, for the referee's built-in bots and for opponents in `club`
//! and `board`.

use crate::EngineSpec;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A level from 1 to 8: a search with link distances and a fixed number of evaluations per turn,
/// which plays the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The engine of all levels.
    pub const ENGINE: EngineSpec = EngineSpec::Distance;

    /// Returns all levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=8).map(Level)
    }

    /// Returns the level with this number, from 1 to 8.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        Level::all().find(|level| level.0 == number)
    }

    /// Returns the evaluations per turn: 4 at level 1, and four times as many per further level.
    #[must_use]
    pub const fn evals(self) -> u64 {
        4_u64.pow(self.0 as u32)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The text is not a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a level from 1 to 8")]
pub struct UnknownLevel;

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        text.parse().ok().and_then(Level::new).ok_or(UnknownLevel)
    }
}
