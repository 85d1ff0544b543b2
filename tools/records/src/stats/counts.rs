//! Counts of game results, and of pairs of games (the pentanomial).

use super::Distribution;
use anyhow::{bail, ensure, Context, Error, Result};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;
use std::str::FromStr;

/// Games by result, from the first bot's point of view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Wdl {
    /// Games won by the first bot.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games lost by the first bot.
    pub losses: u64,
}

impl Wdl {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the first bot's points: 1 per win, ½ per draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns points per game, from 0 to 1; `None` without games.
    pub fn fraction(&self) -> Option<f64> {
        (self.games() > 0).then(|| self.points() / self.games() as f64)
    }

    /// Returns the counts from the other bot's point of view.
    pub fn reversed(&self) -> Wdl {
        Wdl { wins: self.losses, draws: self.draws, losses: self.wins }
    }
}

/// Pentanomial: the numbers of pairs in which the first bot scored 0, ½, 1, 1½ and 2 points ("Ptnml(0-2)"). A
/// pair is two games from one opening with exchanged seats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Returns the number of pairs.
    pub fn pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the first bot's points in all pairs.
    pub fn points(&self) -> f64 {
        let half_points = (0..).zip(&self.0).map(|(half_points, pairs)| half_points * pairs);
        half_points.sum::<u64>() as f64 / 2.0
    }
}

/// Counts of results, from the first bot's point of view.
///
/// `wdl` is zero if only pairs are known; `pairs` is zero if no pair is complete. Otherwise `wdl` counts all
/// games, including those of the pairs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Counts {
    /// All games, in pairs or not.
    pub wdl: Wdl,
    /// Complete pairs.
    pub pairs: Pentanomial,
}

impl Counts {
    /// Returns the distribution over pairs if there are any, otherwise over games.
    pub fn distribution(&self) -> Distribution {
        let Wdl { wins, draws, losses } = self.wdl;
        match self.pairs.pairs() {
            0 => Distribution::new(&[losses, draws, wins], 1),
            _ => Distribution::new(&self.pairs.0, 2),
        }
    }

    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wdl.games().max(2 * self.pairs.pairs())
    }

    /// Returns the first bot's points in all games.
    pub fn points(&self) -> f64 {
        if self.wdl.games() > 0 {
            self.wdl.points()
        } else {
            self.pairs.points()
        }
    }

    /// Splits the pairs with one point each: returns how many consist of a win and a loss, and how many of
    /// two draws. This follows from the number of draws, since each pair with ½ or 1½ points contains one
    /// draw. `None` unless every game is in a complete pair.
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

    /// Checks that games and pairs are consistent if both are given.
    pub fn check(&self) -> Result<()> {
        let (games, pairs) = (self.wdl.games(), self.pairs.pairs());
        if games == 0 || pairs == 0 {
            return Ok(());
        }
        let outside = games.checked_sub(2 * pairs).with_context(|| {
            format!("{pairs} pairs are {} games, but only {games} games are counted", 2 * pairs)
        })?;
        let (of_games, of_pairs) = (self.wdl.points(), self.pairs.points());
        let fit = (0.0..=outside as f64).contains(&(of_games - of_pairs));
        ensure!(
            fit && (outside > 0 || self.split_pairs().is_some()),
            "games ({of_games} points) and pairs ({of_pairs} points) contradict each other; \
             the order is wins, draws, losses, and pairs by points: 0, 0.5, 1, 1.5, 2"
        );
        Ok(())
    }
}

/// Parses exactly N counts, separated by spaces or commas, optionally in brackets.
fn parse<const N: usize>(text: &str, expected: &str) -> Result<[u64; N]> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let words = bare.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let number = |word: &str| match word.parse::<u32>() {
        Ok(number) => Ok(number.into()),
        Err(_) => bail!("expected {expected}, but \"{word}\" is not an integer"),
    };
    let numbers: Vec<u64> = words.map(number).collect::<Result<_>>()?;
    let found = numbers.len();
    numbers.try_into().ok().with_context(|| format!("expected {expected}; found {found}"))
}

impl FromStr for Wdl {
    type Err = Error;

    /// Parses wins, draws and losses, such as `300 420 280` or `300,420,280`.
    fn from_str(text: &str) -> Result<Self> {
        let [wins, draws, losses] = parse(text, "three counts: wins, draws, losses")?;
        Ok(Self { wins, draws, losses })
    }
}

impl FromStr for Pentanomial {
    type Err = Error;

    /// Parses five counts, such as `10,100,200,110,12`, also with spaces or in brackets.
    fn from_str(text: &str) -> Result<Self> {
        parse(text, "five counts of pairs, with 0, 0.5, 1, 1.5, 2 points").map(Self)
    }
}

impl AddAssign for Wdl {
    fn add_assign(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Self) {
        self.wdl += other.wdl;
        for (count, more) in self.pairs.0.iter_mut().zip(other.pairs.0) {
            *count += more;
        }
    }
}
