//! What the games of a folder are like.

use crate::game::{Choice, Ending, Game, HoleNumber, Ply, Start};
use crate::resign::Resignations;
use crate::shard::{self, Shard};
use anyhow::{ensure, Context, Result};
use std::collections::HashSet;
use std::fmt;
use std::path::Path;
use twixt::geometry::Side;
use twixt::random::Random;

/// Counts over games.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct Stats {
    /// Pegs of each game when it was stopped.
    pegs: Vec<usize>,
    /// Games won by the side that opens, won by the side that answers, drawn.
    pub endings: [u64; 3],
    /// Games stopped by a proof.
    pub proven: u64,
    /// Wishes to give up.
    pub resignations: Resignations,
    /// Games by their start, in the order of [`Start::ALL`].
    pub starts: [u64; 4],
    /// Games with the same moves as an earlier one.
    pub duplicates: u64,
    /// Searched positions.
    pub positions: u64,
    /// Of these, those where a random move was played.
    pub random: u64,
    /// Of these, those that were searched fully.
    pub full: u64,
    /// Policy targets to be used.
    pub targets: u64,
    /// The sum of their entropies, in nats.
    entropy: f64,
    /// Bytes of the shards, and of these those torn off at their ends.
    pub bytes: u64,
    /// See `bytes`.
    pub torn: u64,
    seen: HashSet<Vec<HoleNumber>>,
    /// Keys of the searched positions.
    distinct: HashSet<u64>,
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
        self.resignations += Resignations::of(game);
        self.starts[game.start as usize] += 1;
        for ply in &game.plies {
            self.random += u64::from(ply.choice == Choice::Random);
            self.full += u64::from(ply.full);
            if ply.teaches() {
                self.targets += 1;
                self.entropy += entropy(ply);
            }
        }
        self.distinct.extend(keys(game));
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

    /// Of the searched positions, how many are different ones.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        self.distinct.len() as u64
    }

    /// The mean entropy of the policy targets to be used, in nats.
    #[must_use]
    pub fn mean_entropy(&self) -> f64 {
        self.entropy / self.targets.max(1) as f64
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

/// The entropy of a policy target, in nats.
fn entropy(ply: &Ply) -> f64 {
    if ply.only().is_some() {
        return 0.0;
    }
    let total: u32 = ply.visits.iter().map(|&(_, visits)| visits).sum();
    let shares = ply.visits.iter().map(|&(_, visits)| f64::from(visits) / f64::from(total));
    shares.filter(|&share| share > 0.0).map(|share| -share * share.ln()).sum()
}

/// A key of each searched position: of its pegs, in whatever order they came (Zobrist hashing).
fn keys(game: &Game) -> impl Iterator<Item = u64> + '_ {
    let key = |side: Side, hole: HoleNumber| {
        Random::new(u64::from(hole.0) * 2 + side.index() as u64).bits()
    };
    let moves = game.moves().enumerate();
    let all = moves.scan(0, move |sum, (number, hole)| {
        *sum ^= key(Side::ALL[number % 2], hole);
        Some(*sum)
    });
    // The first searched position is the one behind the opening's last peg.
    all.skip(game.opening.len().saturating_sub(1)).take(game.plies.len())
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
        writeln!(f, "resigned    {}", share(self.resignations.given_up))?;
        if self.resignations.any() {
            writeln!(f, "            {}", self.resignations)?;
        }
        let kinds = Start::ALL.into_iter().zip(self.starts).filter(|kind| kind.1 > 0);
        let kinds: Vec<_> =
            kinds.map(|(kind, n)| format!("{} {}", kind.word(), share(n))).collect();
        writeln!(f, "starts      {}", kinds.join(", "))?;
        writeln!(f, "duplicates  {}", share(self.duplicates))?;
        let of_positions = |count: u64| percent(count, self.positions);
        let (random, full) = (of_positions(self.random), of_positions(self.full));
        writeln!(
            f,
            "positions   {}, searched fully at {full:.1} %, random moves at {random:.1} %",
            self.positions
        )?;
        let distinct = of_positions(self.distinct());
        writeln!(f, "distinct    {} positions ({distinct:.1} %)", self.distinct())?;
        let (mean, targets) = (self.mean_entropy(), self.targets);
        writeln!(
            f,
            "policies    {targets}, entropy {mean:.2} nats: as many as {:.1} equal moves",
            mean.exp()
        )?;
        writeln!(f, "bytes       {}, torn {}", self.bytes, self.torn)
    }
}
