//! Results counted: games won, drawn and lost, and pairs by their points.

use super::Distribution;
use serde::{Deserialize, Serialize};
use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::str::FromStr;
use thiserror::Error;

/// Games by result, seen from the first bot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wdl {
    /// Games that the first bot won.
    pub wins: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that the first bot lost.
    pub losses: u64,
}

impl Wdl {
    /// Games in all.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Points of the first bot: 1 for a win, ½ for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Points a game, from 0 to 1; `None` without games.
    pub fn fraction(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// The same games as the other bot sees them.
    pub fn reversed(&self) -> Wdl {
        Wdl { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// The distribution of a game's score.
    pub fn distribution(&self) -> Distribution {
        Distribution::new(&[self.losses, self.draws, self.wins], 1)
    }
}

/// Pairs of games by the first bot's points: 0, ½, 1, 1½, 2 ("Ptnml(0-2)").
///
/// A pair is one opening played twice with seats exchanged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Pairs in all.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Points of the first bot in all pairs.
    pub fn points(&self) -> f64 {
        self.half_points() as f64 / 2.0
    }

    /// The distribution of a pair's score, in points a game.
    pub fn distribution(&self) -> Distribution {
        Distribution::new(&self.0, 2)
    }

    fn half_points(&self) -> u64 {
        (0..).zip(&self.0).map(|(half_points, pairs)| half_points * pairs).sum()
    }
}

/// All that was counted in a match, seen from the first bot.
///
/// Either part may be empty: `wdl` where only pairs are known, `pairs` where none is complete.
/// Where both are given, `wdl` counts every game, those of the pairs among them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Counts {
    /// All games, in pairs or not.
    pub wdl: Wdl,
    /// The complete pairs.
    pub pairs: Pentanomial,
}

impl Counts {
    /// The pairs' distribution if there is a complete pair, otherwise the games'.
    pub fn distribution(&self) -> Distribution {
        if self.pairs.pairs() > 0 {
            self.pairs.distribution()
        } else {
            self.wdl.distribution()
        }
    }

    /// Games in all.
    pub fn games(&self) -> u64 {
        self.wdl.games().max(2 * self.pairs.pairs())
    }

    /// Points of the first bot in all games.
    pub fn points(&self) -> f64 {
        if self.wdl.games() > 0 {
            self.wdl.points()
        } else {
            self.pairs.points()
        }
    }

    /// How many of the pairs with one point were a win and a loss, and how many two draws.
    ///
    /// Half a point is a loss and a draw, one and a half a win and a draw, so the number of draws
    /// tells. `None` unless every game stands in a complete pair.
    pub fn split_pairs(&self) -> Option<(u64, u64)> {
        let [_, half, one, one_and_half, _] = self.pairs.0;
        if self.wdl.games() == 0 || self.wdl.games() != 2 * self.pairs.pairs() {
            return None;
        }
        let rest = self.wdl.draws.checked_sub(half + one_and_half)?;
        let two_draws = rest / 2;
        (rest % 2 == 0).then_some(())?;
        Some((one.checked_sub(two_draws)?, two_draws))
    }

    /// Whether games and pairs can be of one match, where both are given.
    pub fn check(&self) -> Result<(), CountsError> {
        let (games, paired) = (self.wdl.games(), 2 * self.pairs.pairs());
        if games == 0 || paired == 0 {
            return Ok(());
        }
        if games < paired {
            return Err(CountsError::TooFewGames { games, pairs: self.pairs.pairs() });
        }
        let outside = self.wdl.points() - self.pairs.points();
        let split = games > paired || self.split_pairs().is_some();
        if outside < 0.0 || outside > (games - paired) as f64 || !split {
            return Err(CountsError::Disagree {
                of_games: self.wdl.points(),
                of_pairs: self.pairs.points(),
            });
        }
        Ok(())
    }
}

/// Games and pairs that cannot be of one match.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
pub enum CountsError {
    /// The pairs hold more games than there were.
    #[error("{pairs} pairs are {} games, but only {games} games are counted", 2 * pairs)]
    TooFewGames {
        /// Games counted.
        games: u64,
        /// Pairs counted.
        pairs: u64,
    },
    /// The points or the draws of games and pairs cannot be brought together.
    #[error(
        "games ({of_games} points) and pairs ({of_pairs} points) are not of one match; \
         the order is wins, draws, losses, and pairs by points: 0, 0.5, 1, 1.5, 2"
    )]
    Disagree {
        /// Points of the first bot by the games.
        of_games: f64,
        /// Points of the first bot by the pairs.
        of_pairs: f64,
    },
}

/// Text that is not the counts that it should be.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseCountsError {
    /// Too few or too many numbers.
    #[error("expected {expected}, found {found} of them")]
    Amount {
        /// What the numbers should have been.
        expected: &'static str,
        /// How many there were.
        found: usize,
    },
    /// Not a whole number from 0 up.
    #[error("expected {expected}, but \"{word}\" is not a whole number")]
    Number {
        /// What the numbers should have been.
        expected: &'static str,
        /// The word that could not be read.
        word: String,
    },
}

/// Reads exactly N counts, set apart by spaces or commas, brackets round them or not.
fn parse<const N: usize>(text: &str, expected: &'static str) -> Result<[u64; N], ParseCountsError> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let words = bare.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let number = |word: &str| {
        word.parse::<u32>()
            .map(u64::from)
            .map_err(|_| ParseCountsError::Number { expected, word: word.to_owned() })
    };
    let numbers: Vec<u64> = words.map(number).collect::<Result<_, _>>()?;
    let found = numbers.len();
    numbers.try_into().map_err(|_| ParseCountsError::Amount { expected, found })
}

impl FromStr for Wdl {
    type Err = ParseCountsError;

    /// Reads wins, draws, losses: `300 420 280` or `300,420,280`.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let [wins, draws, losses] = parse(text, "three counts: wins, draws, losses")?;
        Ok(Self { wins, draws, losses })
    }
}

impl FromStr for Pentanomial {
    type Err = ParseCountsError;

    /// Reads five counts: `10,100,200,110,12`, with spaces instead, or in brackets.
    fn from_str(text: &str) -> Result<Self, Self::Err> {
        parse(text, "five counts of pairs, with 0, 0.5, 1, 1.5, 2 points").map(Self)
    }
}

impl fmt::Display for Pentanomial {
    /// Writes the counts as a bracketed list: `[10, 100, 200, 110, 12]`.
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        for (count, more) in self.0.iter_mut().zip(other.0) {
            *count += more;
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.wdl += other.wdl;
        self.pairs += other.pairs;
    }
}

macro_rules! add {
    ($($counts:ty),*) => {$(
        impl Add for $counts {
            type Output = Self;

            fn add(mut self, other: Self) -> Self {
                self += other;
                self
            }
        }

        impl Sum for $counts {
            fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
                all.fold(Self::default(), Self::add)
            }
        }
    )*};
}

add!(Wdl, Pentanomial, Counts);
