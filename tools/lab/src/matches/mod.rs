//! Matches in pairs of games: each opening twice, with exchanged seats.
//!
//! A [`MatchPlan`] determines everything that a game depends on; the [`schedule`] numbers the games; a
//! [`Runner`] plays them in parallel through [`Play`]; a [`Journal`] stores each finished game under its
//! number. An interrupted match resumes with the missing numbers.
//!
//! [`Play`] has two implementations with independent rules: [`Programs`] uses the referee's, and [`Engines`],
//! for games within this program, those of the crate `twixt`.

mod cores;
mod engines;
mod tail;
mod journal;
mod loaded;
mod plan;
mod player;
mod programs;
mod runner;
pub mod schedule;
mod standings;

use common::openings::{splitmix, Balance, Openings};
use common::range::ValueRange;
pub use engines::Engines;
pub use journal::{files, parse, read, Journal, JournalContent, JournalLine};
pub use loaded::{Decision, Engine, LoadedEngine};
pub use plan::{Budget, GameConditions, MatchPlan, PairingSystem, PlayerKind};
pub use player::Player;
pub use programs::Programs;
pub use runner::{Play, Runner};
pub use schedule::Fixture;
pub use standings::Standings;
pub use tail::JournalTail;

use referee::record::GameRecord;
use serde::{Deserialize, Serialize};
use twixt::geometry::{Hole, Size, Symmetry};

/// A game of a match, as a line of a journal.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct JournalEntry {
    /// Number of the game, from 0; unique within a journal.
    pub game: u64,
    /// Number of the game's pair.
    pub pair: u64,
    /// Names of the players, first player first.
    pub players: [String; 2],
    /// Moves, times and result.
    #[serde(flatten)]
    pub record: GameRecord,
}

impl JournalEntry {
    /// Returns the board size and the smallest hole among the first peg and its reflections; `None` without a first peg
    /// on the board.
    #[must_use]
    pub fn first_peg(&self) -> Option<(Size, Hole)> {
        let size = Size::new(self.record.size)?;
        let peg: Hole = self.record.moves.first()?.parse().ok()?;
        let images = size.contains(peg).then(|| Symmetry::MIRRORS.map(|of| of.hole(peg, size)))?;
        Some((size, images.into_iter().min()?))
    }
}

#[cfg(test)]
pub(crate) mod example {
    use super::JournalEntry;
    use referee::record::GameRecord;
    use referee::rules::Seat;
    use referee::verdict::Ending;

    /// Returns a game between `a` and `b`. `a` moves first in even-numbered games.
    pub(crate) fn entry(game: u64, winner: Option<Seat>) -> JournalEntry {
        let mut players = ["a", "b"].map(String::from);
        if game % 2 == 1 {
            players.reverse();
        }
        let record = GameRecord {
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
        JournalEntry { game, pair: game / 2, players, record }
    }
}
