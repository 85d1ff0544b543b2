//! Records of single games, and the totals of a player over several games.

use crate::seat::Seat;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use twixt::geometry::{Hole, Size, Symmetry};
use twixt::rules::{Move, Ply};

/// Stored game. Arrays of two hold the first player's value first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct GameRecord {
    /// Holes along an edge.
    pub size: u8,
    /// Rule set: `pp`, or `standard` for games between engines.
    pub rules: String,
    /// Commands of the bots.
    pub bots: [String; 2],
    /// Random seed of the game, if any.
    pub seed: Option<u64>,
    /// Time limits per player, in milliseconds: for the first answer and for each further one; or twice the time for the
    /// whole game.
    pub limits_ms: [[u64; 2]; 2],
    /// Number of opening moves, which no bot chose.
    pub opening: usize,
    /// Moves as `D6` or `SWAP`, including those of the opening.
    pub moves: Vec<String>,
    /// Answer time of each move in milliseconds; `null` in the opening.
    pub times_ms: Vec<Option<f64>>,
    /// Time of a late answer in milliseconds, or the referee's wait for it; `null` without a time forfeit.
    pub late_ms: Option<f64>,
    /// Texts after the moves, of at most [`LONGEST_TEXT`] characters; empty in the opening.
    #[serde(default, skip_serializing_if = "all_empty")]
    pub texts: Vec<String>,
    /// `first`, `second`, or `null` for a draw or a stopped game.
    pub winner: Option<Seat>,
    /// How the game ended.
    pub ending: Ending,
    /// The verdict as a sentence.
    pub reason: String,
}

impl GameRecord {
    /// Returns a player's answer times in milliseconds, including that of a late answer.
    pub fn times_of(&self, seat: Seat) -> impl Iterator<Item = f64> + '_ {
        let own = self.times_ms.iter().skip(seat.index()).step_by(2).filter_map(|&time| time);
        let late = self.late_ms.filter(|_| self.winner == Some(seat.other()));
        own.chain(late)
    }

    /// Returns the player that lost by a fault.
    pub fn at_fault(&self) -> Option<Seat> {
        self.winner.filter(|_| self.ending.is_fault()).map(Seat::other)
    }

    /// Returns the board size and the smallest hole among the first peg and its reflections; `None` without a first peg
    /// on the board.
    pub fn first_peg(&self) -> Option<(Size, Hole)> {
        let size = Size::new(self.size)?;
        let peg: Hole = self.moves.first()?.parse().ok()?;
        let images = size.contains(peg).then(|| Symmetry::MIRRORS.map(|of| of.hole(peg, size)))?;
        Some((size, images.into_iter().min()?))
    }
}

/// Returns a ply as in records and in the arena's protocol: `D6`, or `SWAP` in capitals.
pub fn ply_text(ply: &Ply) -> String {
    match ply {
        Ply::Swap => Move::Swap.to_string(),
        ply => ply.to_string(),
    }
}

/// Maximum stored length of a text after a move, in characters.
pub const LONGEST_TEXT: usize = 120;

fn all_empty(texts: &[String]) -> bool {
    texts.iter().all(String::is_empty)
}

/// How a game ended, as named in records and tables.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Ending {
    /// A chain between the winner's borders.
    Chain,
    /// A draw: the player to move has no legal hole and neither side has a chain. A game between engines is also drawn as
    /// soon as neither side can connect its borders.
    Draw,
    /// Stopped by the cap on game time, without a winner.
    Stopped,
    /// Illegal move.
    Illegal,
    /// An answer without a move.
    Unreadable,
    /// A surplus line, which counts as the answer to a turn but is not a legal move in it.
    Extra,
    /// An answer without a line feed.
    Unterminated,
    /// Time forfeit.
    Late,
    /// A bot that exited, closed its output, or could not be started.
    Crashed,
    /// A player that gave up, as programs with GTP can.
    Resign,
}

impl Ending {
    /// The endings by which a player loses.
    pub const LOSSES: [Ending; 8] = [
        Ending::Chain,
        Ending::Resign,
        Ending::Illegal,
        Ending::Unreadable,
        Ending::Extra,
        Ending::Unterminated,
        Ending::Late,
        Ending::Crashed,
    ];

    /// Returns whether a player that loses in this way has broken the rules or the protocol.
    pub fn is_fault(self) -> bool {
        Ending::LOSSES.contains(&self) && !matches!(self, Ending::Chain | Ending::Resign)
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Totals of a bot's games in either seat.
#[derive(Clone, Default, Debug)]
pub struct Tally {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
    /// Lost games by ending, in the order of [`Ending::LOSSES`].
    pub lost_by: [u32; Ending::LOSSES.len()],
    /// Answer times in milliseconds, unordered.
    pub times_ms: Vec<f64>,
}

impl Tally {
    /// Adds a game that the bot played in `seat`.
    pub fn add(&mut self, record: &GameRecord, seat: Seat) {
        match record.winner {
            None => self.draws += 1,
            Some(winner) if winner == seat => self.wins += 1,
            Some(_) => {
                self.losses += 1;
                let column = Ending::LOSSES.iter().position(|&kind| kind == record.ending);
                self.lost_by[column.unwrap_or(0)] += 1;
            }
        }
        self.times_ms.extend(record.times_of(seat));
    }

    /// Returns the number of lost games by their endings.
    pub fn losses(&self) -> BTreeMap<Ending, u32> {
        Ending::LOSSES.into_iter().zip(self.lost_by).collect()
    }

    /// Returns percentiles of the answer times, in milliseconds; 0 without answers.
    pub fn percentiles<const N: usize>(&self, percents: [usize; N]) -> [f64; N] {
        let mut times = self.times_ms.clone();
        times.sort_unstable_by(f64::total_cmp);
        percents.map(|percent| {
            let rank = (times.len() * percent).div_ceil(100);
            times.get(rank.saturating_sub(1)).copied().unwrap_or(0.0)
        })
    }
}

/// An example for tests.
#[cfg(test)]
pub(crate) mod example {
    use super::{Ending, GameRecord};
    use crate::journal::JournalEntry;
    use crate::seat::Seat;

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_use_the_nearest_rank() {
        let times_ms: Vec<f64> = (1..=200).rev().map(f64::from).collect();
        let tally = Tally { times_ms, ..Tally::default() };
        assert_eq!(tally.percentiles([50, 99, 100]), [100.0, 198.0, 200.0]);
        let one = Tally { times_ms: vec![1.0], ..Tally::default() };
        assert_eq!(one.percentiles([50]), [1.0]);
        assert_eq!(Tally::default().percentiles([99]), [0.0]);
    }
}
