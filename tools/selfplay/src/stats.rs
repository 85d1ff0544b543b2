//! What the games of a folder are like.

use crate::game::{Choice, Ending, Game, HoleNumber};
use crate::shard::{self, Shard};
use anyhow::{ensure, Context, Result};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;

/// Counts over games.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Stats {
    /// Pegs of each game when it was stopped.
    pegs: Vec<usize>,
    /// Games won by the side that opens, won by the side that answers, drawn.
    pub endings: [u64; 3],
    /// Games stopped by a proof.
    pub proven: u64,
    /// Games with the same moves as an earlier one.
    pub duplicates: u64,
    /// Searched positions.
    pub positions: u64,
    /// Of these, those where a random move was played.
    pub random: u64,
    /// Bytes of the shards, and of these those torn off at their ends.
    pub bytes: u64,
    /// See `bytes`.
    pub torn: u64,
    seen: HashSet<Vec<HoleNumber>>,
}

impl Stats {
    /// Counts the games of a folder.
    ///
    /// # Errors
    ///
    /// If it holds no shards, or one cannot be read.
    pub fn of(folder: &Path) -> Result<Stats> {
        let paths = shard::list(folder, None)?;
        ensure!(!paths.is_empty(), "{} holds no shards of games", folder.display());
        let mut stats = Stats::default();
        for path in paths {
            let shard = Shard::read(&path)?;
            stats.bytes += std::fs::metadata(&path).map_or(0, |data| data.len());
            stats.torn += shard.torn() as u64;
            for game in shard.games() {
                stats.add(&game.with_context(|| path.display().to_string())?);
            }
        }
        Ok(stats)
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Game) {
        let moves: Vec<HoleNumber> = game.moves().collect();
        self.pegs.push(moves.len());
        let last = game.plies.last().map(|ply| (ply.choice, ply.hole));
        let proven = last.is_some_and(|(choice, _)| choice == Choice::Proven);
        self.proven += u64::from(proven);
        self.duplicates += u64::from(!self.seen.insert(moves));
        self.positions += game.plies.len() as u64;
        let random = game.plies.iter().filter(|ply| ply.choice == Choice::Random);
        self.random += random.count() as u64;
        self.endings[match game.ending {
            Ending::Vertical => 0,
            Ending::Horizontal => 1,
            Ending::Drawn => 2,
        }] += 1;
    }

    /// The number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.pegs.len() as u64
    }

    /// The least, the median (of an even number of games the upper one) and the greatest number of
    /// pegs, if there are games.
    #[must_use]
    pub fn plies(&self) -> Option<[usize; 3]> {
        let mut pegs = self.pegs.clone();
        pegs.sort_unstable();
        Some([*pegs.first()?, pegs[pegs.len() / 2], *pegs.last()?])
    }
}

impl fmt::Display for Stats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
        let share = |count: u64| format!("{count} ({:.1} %)", percent(count, self.games()));
        let [vertical, horizontal, drawn] = self.endings;
        writeln!(f, "games       {}", self.games())?;
        if let Some([least, median, most]) = self.plies() {
            writeln!(f, "plies       median {median}, from {least} to {most}")?;
        }
        writeln!(f, "vertical    {} won", share(vertical))?;
        writeln!(f, "horizontal  {} won", share(horizontal))?;
        writeln!(f, "drawn       {}", share(drawn))?;
        writeln!(f, "proven      {} stopped by a proof", share(self.proven))?;
        writeln!(f, "duplicates  {}", share(self.duplicates))?;
        let random = percent(self.random, self.positions);
        writeln!(f, "positions   {}, random moves at {random:.1} %", self.positions)?;
        writeln!(f, "bytes       {}, torn {}", self.bytes, self.torn)
    }
}
