//! Named strengths, the same for everyone: the referee's built-in bots, opponents at the terminal,
//! engines of other programs.

use crate::EngineSpec;
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A strength from 1 to 8: a search by link distances that looks at a fixed number of positions a
/// turn, so that it plays the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Level(u8);

impl Level {
    /// The engine at all levels.
    pub const ENGINE: EngineSpec = EngineSpec::Distance;

    /// All levels, the weakest first.
    pub fn all() -> impl Iterator<Item = Level> {
        (1..=8).map(Level)
    }

    /// The level of this number, from 1 to 8.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        Level::all().find(|level| level.0 == number)
    }

    /// Positions a turn: four at level 1, four times as many a level.
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

/// The text names no level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a level from 1 to 8")]
pub struct UnknownLevel;

impl FromStr for Level {
    type Err = UnknownLevel;

    fn from_str(text: &str) -> Result<Level, UnknownLevel> {
        text.parse().ok().and_then(Level::new).ok_or(UnknownLevel)
    }
}
