//! Levels: opponents in `club` and `board`, and the referee's built-in bots.

use crate::EngineSpec;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A level from 1 to 8: tree search with link distances and a fixed number of evaluations per turn, the
/// same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The engine of all levels.
    pub const ENGINE: EngineSpec = EngineSpec::Distance;

    /// Returns all levels, weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=8).map(Level)
    }

    /// Returns the level with this number, from 1 to 8.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        Level::all().find(|level| level.0 == number)
    }

    /// Returns the number of evaluations per turn, 4 to the power of the level.
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

/// The error for a text that is not a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a level from 1 to 8")]
pub struct UnknownLevel;

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        text.parse().ok().and_then(Level::new).ok_or(UnknownLevel)
    }
}
