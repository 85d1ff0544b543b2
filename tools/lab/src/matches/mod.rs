//! Matches in pairs of games: each opening twice, with exchanged seats.
//!
//! A [`MatchPlan`](records::plan::MatchPlan) determines everything that a game depends on; the [`schedule`]
//! numbers the games; a [`Runner`] plays them in parallel through [`Games`]; a
//! [`Journal`](records::journal::Journal) stores each finished game under its number, and shows the running
//! ones to viewers. An interrupted match resumes with the missing numbers.

mod cores;
pub mod player;
pub mod plan;
pub mod schedule;
mod loaded;
mod games;
mod runner;

pub use games::Games;
pub use loaded::{Engine, LoadedEngine};
pub use runner::Runner;
pub use schedule::Fixture;

#[cfg(test)]
pub(crate) mod example {
    use records::game::{Ending, GameRecord};
    use records::journal::JournalEntry;
    use records::seat::Seat;

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
