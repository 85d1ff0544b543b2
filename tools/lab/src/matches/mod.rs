//! Matches: games by the hundred, in pairs from one opening with the seats exchanged.
//!
//! A [`Plan`] fixes everything that a game depends on; the [`schedule`] numbers the games, as a pure
//! function; a [`Runner`] plays them side by side by anything that implements [`Play`]; a [`Journal`]
//! keeps each game under its number as soon as it ends. So a match that was interrupted is resumed by
//! playing the numbers that are missing.
//!
//! Two kinds of players implement [`Play`], each with a judge of its own, which makes them independent
//! evidence: [`Programs`] under the referee's rules, and [`Engines`] within this program under the
//! engine's.

pub mod cores;
mod engines;
mod growing;
mod journal;
mod loaded;
mod plan;
mod player;
mod programs;
mod runner;
pub mod schedule;
mod standings;

use common::openings::{splitmix, Balance, Openings, ValueRange};
pub use engines::Engines;
pub use growing::Growing;
pub use journal::{files, parse, read, Journal, Line, Read};
pub use loaded::{Decision, Engine, Loaded};
pub use plan::{Budget, Conditions, Kind, Plan, Terms};
pub use player::Player;
pub use programs::Programs;
pub use runner::{Play, Runner};
pub use schedule::Fixture;
pub use standings::Standings;

use referee::record::Record;
use serde::{Deserialize, Serialize};

/// A game that was played, as a line of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 0; no two games of a journal share one.
    pub game: u64,
    /// The number of its pair: two games from the same opening with the seats exchanged.
    pub pair: u64,
    /// The players' names, the first player's first.
    pub players: [String; 2],
    /// The game itself.
    #[serde(flatten)]
    pub record: Record,
}

/// Games for tests that are not about what happens on the board.
#[cfg(test)]
pub(crate) mod example {
    use super::Entry;
    use referee::record::Record;
    use referee::rules::Seat;
    use referee::verdict::Ending;

    /// A game of the pair between `a` and `b`, who opens in even games.
    pub(crate) fn entry(game: u64, winner: Option<Seat>) -> Entry {
        let mut players = ["a", "b"].map(String::from);
        if game % 2 == 1 {
            players.reverse();
        }
        let record = Record {
            size: 12,
            rules: String::from("pp"),
            bots: players.clone(),
            seed: Some(game),
            limits_ms: [[1000, 300]; 2],
            opening: 1,
            moves: ["F6", "SWAP", "D4"].map(String::from).to_vec(),
            times_ms: vec![None, Some(2.5), Some(1.25)],
            late_ms: None,
            texts: Vec::new(),
            winner,
            ending: if winner.is_some() { Ending::Chain } else { Ending::Draw },
            reason: String::from("an example"),
        };
        Entry { game, pair: game / 2, players, record }
    }
}
