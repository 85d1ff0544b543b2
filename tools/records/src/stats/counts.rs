//! Counts of game results, and of pairs of games (the pentanomial).

use super::Distribution;
use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

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
}

/// Counts of results, from the first bot's point of view.
///
/// `wdl` counts all games, including those of the pairs; `pairs` is zero if no pair is complete.
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
