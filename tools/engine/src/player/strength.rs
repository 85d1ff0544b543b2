use super::{Grade, Level};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// A strength below full strength, as users select it by name: a level or a grade.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Strength {
    /// Link distances at a number of evaluations, for comparisons between bots.
    Level(Level),
    /// An opponent for people.
    Grade(Grade),
}

impl Strength {
    /// Returns all levels, then all grades, each weakest first.
    pub fn all() -> impl Iterator<Item = Strength> {
        Level::all().map(Strength::Level).chain(Grade::all().map(Strength::Grade))
    }
}

impl fmt::Display for Strength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Strength::Level(level) => level.fmt(f),
            Strength::Grade(grade) => grade.fmt(f),
        }
    }
}

/// The error for a text that is neither a level nor a grade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a level from 1 to 8 or grade1 to grade12")]
pub struct UnknownStrength;

impl FromStr for Strength {
    type Err = UnknownStrength;

    fn from_str(text: &str) -> Result<Strength, UnknownStrength> {
        let level = text.parse().map(Strength::Level).ok();
        level.or_else(|| text.parse().map(Strength::Grade).ok()).ok_or(UnknownStrength)
    }
}
