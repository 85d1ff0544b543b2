//! Grades: opponents for people, in even steps from a beginner to a strong player.
//!
//! A grade weakens the engine by few evaluations and by sampling among good moves. It never plays a random move: a
//! weak grade extends its own chain when it overlooks the opponent's.

use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use twixt::rules::Position;

/// A grade from 1 to [`Grade::COUNT`]: the engine of [`EngineSpec::strongest`](crate::EngineSpec::strongest) with a
/// fixed number of evaluations per turn. Position, grade and seed determine the turn, the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Grade(u8);

/// The settings of a grade.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Settings {
    name: &'static str,
    /// The rating, in Elo ([`Grade::elo`]).
    elo: u16,
    /// The number of evaluations per turn. With 1, moves are sampled by their priors, otherwise by their visits.
    pub(crate) evals: u64,
    /// The maximum number of moves among which a turn is sampled, those with the largest weights.
    pub(crate) choices: usize,
    /// The exponent of the weights, in quarters.
    pub(crate) exponent: u32,
    /// The number of pegs on the board from which the best move is always played.
    pub(crate) best_from: u16,
    /// The probability, in percent, of overlooking the opponent's chains in a turn.
    pub(crate) overlooks: u32,
}

/// Never reached, for grades that sample all their moves.
const NEVER: u16 = u16::MAX;

/// The settings of all grades, weakest first.
const ALL: [Settings; 12] = [
    grade("beginner", 450, [1, 8, 1, 95], NEVER),
    grade("novice", 650, [1, 8, 1, 42], NEVER),
    grade("learner", 750, [1, 8, 2, 30], NEVER),
    grade("casual", 900, [1, 8, 2, 14], NEVER),
    grade("regular", 1000, [1, 8, 2, 3], NEVER),
    grade("average", 1200, [1, 8, 3, 0], NEVER),
    grade("skilled", 1350, [1, 8, 5, 0], NEVER),
    grade("advanced", 1500, [1, 8, 10, 0], NEVER),
    grade("strong", 1650, [16, 8, 8, 0], NEVER),
    grade("expert", 1750, [40, 8, 10, 0], NEVER),
    grade("master", 1850, [110, 8, 16, 0], NEVER),
    grade("champion", 2000, [400, 8, 16, 0], 24),
];

/// Returns settings with these evaluations, choices, exponent and probability of overlooking.
const fn grade(name: &'static str, elo: u16, numbers: [u32; 4], best_from: u16) -> Settings {
    let [evals, choices, exponent, overlooks] = numbers;
    let (evals, choices) = (evals as u64, choices as usize);
    Settings { name, elo, evals, choices, exponent, best_from, overlooks }
}

/// The minimum number of evaluations for a swap decision. A game has one such decision, and after a bad one the rest
/// of the game is one-sided.
const SWAP_EVALS: u64 = 64;

impl Grade {
    /// The number of grades, and the number of the strongest.
    pub const COUNT: u8 = ALL.len() as u8;

    /// Returns all grades, weakest first.
    pub fn all() -> impl Iterator<Item = Grade> {
        (1..=Grade::COUNT).map(Grade)
    }

    /// Returns the grade with this number, from 1 to [`Grade::COUNT`].
    pub fn new(number: u8) -> Option<Grade> {
        Grade::all().find(|grade| grade.0 == number)
    }

    /// Returns the number of evaluations for a turn in `position`.
    pub fn evals(self, position: &Position) -> u64 {
        let least = if position.may_swap() { SWAP_EVALS } else { 1 };
        self.settings().evals.max(least)
    }

    /// Returns the number, from 1 to [`Grade::COUNT`].
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns the rating in Elo, in PP on 12 × 12. The search with link distances at 256 evaluations, which the grades
    /// were matched against, has 1000.
    pub fn elo(self) -> u16 {
        self.settings().elo
    }

    /// Returns the name, such as `beginner`.
    pub fn name(self) -> &'static str {
        self.settings().name
    }

    /// Returns a description, such as `beginner, about 450 Elo`.
    pub fn words(self) -> String {
        format!("{}, about {} Elo", self.name(), self.elo())
    }

    pub(crate) fn settings(self) -> Settings {
        ALL[usize::from(self.0) - 1]
    }
}

impl fmt::Display for Grade {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The error for a text that is not a grade.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("expected a grade from 1 to {}", Grade::COUNT)]
pub struct UnknownGrade;

impl FromStr for Grade {
    type Err = UnknownGrade;

    fn from_str(text: &str) -> Result<Grade, UnknownGrade> {
        text.parse().ok().and_then(Grade::new).ok_or(UnknownGrade)
    }
}
