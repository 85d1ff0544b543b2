//! Results counted: games won, drawn and lost, and pairs by their points.

use super::Distribution;
use anyhow::{bail, ensure, Context, Error, Result};
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;
use std::str::FromStr;

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
        let half_points = (0..).zip(&self.0).map(|(half_points, pairs)| half_points * pairs);
        half_points.sum::<u64>() as f64 / 2.0
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
        let Wdl { wins, draws, losses } = self.wdl;
        match self.pairs.pairs() {
            0 => Distribution::new(&[losses, draws, wins], 1),
            _ => Distribution::new(&self.pairs.0, 2),
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

    /// Checks that games and pairs can be of one match, where both are given.
    ///
    /// # Errors
    ///
    /// If the pairs hold more games than there were, or points or draws contradict each other.
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
            "games ({of_games} points) and pairs ({of_pairs} points) are not of one match; \
             the order is wins, draws, losses, and pairs by points: 0, 0.5, 1, 1.5, 2"
        );
        Ok(())
    }
}

/// Reads exactly N counts, separated by spaces or commas, in brackets or not.
fn parse<const N: usize>(text: &str, expected: &str) -> Result<[u64; N]> {
    let text = text.trim();
    let bare = text.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')).unwrap_or(text);
    let words = bare.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    let number = |word: &str| match word.parse::<u32>() {
        Ok(number) => Ok(number.into()),
        Err(_) => bail!("expected {expected}, but \"{word}\" is not a whole number"),
    };
    let numbers: Vec<u64> = words.map(number).collect::<Result<_>>()?;
    let found = numbers.len();
    numbers.try_into().ok().with_context(|| format!("expected {expected}, found {found} of them"))
}

impl FromStr for Wdl {
    type Err = Error;

    /// Reads wins, draws, losses: `300 420 280` or `300,420,280`.
    fn from_str(text: &str) -> Result<Self> {
        let [wins, draws, losses] = parse(text, "three counts: wins, draws, losses")?;
        Ok(Self { wins, draws, losses })
    }
}

impl FromStr for Pentanomial {
    type Err = Error;

    /// Reads five counts: `10,100,200,110,12`, with spaces instead, or in brackets.
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
