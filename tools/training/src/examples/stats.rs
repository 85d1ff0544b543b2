//! Statistics of the games in a folder.

use crate::play::board::Board;
use crate::play::game::{Choice, Game, HoleNumber, Ply, Start};
use crate::play::resign::Resignations;
use crate::play::shard;
use anyhow::Result;
use clap::ValueEnum;
use std::collections::{BTreeMap, HashSet};
use std::fmt;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use twixt::geometry::Side;
use twixt::random::Random;

/// Statistics of games.
#[derive(Clone, PartialEq, Default, Debug)]
pub struct GameStats {
    pegs: Vec<usize>,
    /// Games by board.
    pub boards: BTreeMap<Board, u64>,
    /// Games won by vertical (moves first), won by horizontal, drawn.
    pub endings: [u64; 3],
    /// Games that stopped because the result was proven.
    pub proven: u64,
    /// Games in which a side met the condition to resign.
    pub resignations: Resignations,
    /// Games by kind of start, in the order of [`Start`].
    pub starts: [u64; 4],
    /// Searched positions.
    pub positions: u64,
    /// Positions with a uniformly random move.
    pub random: u64,
    /// Positions with a full search.
    pub full: u64,
    /// Positions with a policy target.
    pub targets: u64,
    /// Sum of the entropies of all policy targets, in nats.
    entropy: f64,
    /// Sum of the known policy surprises, in nats, and their number.
    surprise: (f64, u64),
    /// Size of the shards, in bytes.
    pub bytes: u64,
    /// Number of bytes of incomplete frames at the ends of the shards.
    pub torn: u64,
    distinct: HashSet<u64>,
}

impl GameStats {
    /// Counts the games in a folder and its subfolders. Fails if it contains no shard.
    pub fn of(folder: &Path) -> Result<GameStats> {
        let stats = Mutex::new(GameStats::default());
        shard::read_all(&[folder.to_owned()], |shard| {
            let mut stats = stats.lock().unwrap_or_else(PoisonError::into_inner);
            stats.bytes += shard.bytes() as u64;
            stats.torn += shard.torn() as u64;
            let Some(settings) = shard.settings() else { return Ok(()) };
            for game in shard.games() {
                stats.add(&game?, settings.board);
            }
            Ok(())
        })?;
        Ok(stats.into_inner().unwrap_or_else(PoisonError::into_inner))
    }

    /// Counts a game.
    pub fn add(&mut self, game: &Game, board: Board) {
        *self.boards.entry(board).or_default() += 1;
        // The same pegs on another board are another position.
        let (edge, blocks) = board.into();
        let salt = Random::new(u64::from(edge) * 2 + u64::from(blocks)).bits();
        self.pegs.push(game.pegs());
        let proven = game.plies.last().is_some_and(|ply| ply.choice == Choice::Proven);
        self.proven += u64::from(proven);
        self.positions += game.plies.len() as u64;
        self.resignations += Resignations::of(game);
        self.starts[game.start as usize] += 1;
        for ply in &game.plies {
            self.random += u64::from(ply.choice == Choice::Random);
            self.full += u64::from(ply.full);
            if ply.has_target() {
                self.targets += 1;
                self.entropy += entropy(ply);
                if let Some(surprise) = ply.surprise {
                    self.surprise.0 += f64::from(surprise) / 1000.0;
                    self.surprise.1 += 1;
                }
            }
        }
        self.distinct.extend(keys(game, salt));
        self.endings[game.ending as usize] += 1;
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.pegs.len() as u64
    }

    /// Returns the number of distinct searched positions.
    #[must_use]
    pub fn distinct(&self) -> u64 {
        self.distinct.len() as u64
    }

    /// Returns the mean entropy of the policy targets, in nats.
    #[must_use]
    pub fn mean_entropy(&self) -> f64 {
        self.entropy / self.targets.max(1) as f64
    }

    /// Returns the mean of the known policy surprises, in nats; see [`Ply::surprise`].
    #[must_use]
    pub fn mean_surprise(&self) -> f64 {
        self.surprise.0 / self.surprise.1.max(1) as f64
    }

    /// Returns the minimum, (upper) median and maximum number of pegs in a game; `None` without games.
    #[must_use]
    pub fn plies(&self) -> Option<[usize; 3]> {
        let mut pegs = self.pegs.clone();
        pegs.sort_unstable();
        Some([*pegs.first()?, pegs[pegs.len() / 2], *pegs.last()?])
    }
}

fn entropy(ply: &Ply) -> f64 {
    let total: f64 = ply.target().map(|(_, weight)| f64::from(weight)).sum();
    let shares = ply.target().map(|(_, weight)| f64::from(weight) / total);
    shares.filter(|&share| share > 0.0).map(|share| -share * share.ln()).sum()
}

fn keys(game: &Game, salt: u64) -> impl Iterator<Item = u64> + '_ {
    let key = |side: Side, hole: HoleNumber| {
        Random::new(u64::from(hole.0) * 2 + side.index() as u64).bits()
    };
    let moves = game.moves().enumerate();
    let all = moves.scan(salt, move |sum, (number, hole)| {
        *sum ^= key(Side::ALL[number % 2], hole);
        Some(*sum)
    });
    // The first searched position comes after the opening's last peg.
    all.skip(game.opening.len().saturating_sub(1)).take(game.plies.len())
}

impl fmt::Display for GameStats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let percent = |count: u64, of: u64| 100.0 * count as f64 / of.max(1) as f64;
        let share = |count: u64| format!("{count} ({:.1} %)", percent(count, self.games()));
        let of_positions = |count: u64| percent(count, self.positions);
        let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        let [vertical, horizontal, drawn] = self.endings.map(share);
        let boards: Vec<_> =
            self.boards.iter().map(|(board, &n)| format!("{board} {}", share(n))).collect();
        let starts = Start::value_variants().iter().zip(self.starts).filter(|start| start.1 > 0);
        let starts: Vec<_> = starts.map(|(start, n)| format!("{start} {}", share(n))).collect();
        let mut row = |name: &str, text: String| writeln!(f, "{name:12}{text}");
        row("games", self.games().to_string())?;
        if let Some([least, median, most]) = self.plies() {
            row("plies", format!("median {median}, from {least} to {most}"))?;
        }
        row("boards", boards.join(", "))?;
        row("vertical", format!("{vertical} won"))?;
        row("horizontal", format!("{horizontal} won"))?;
        row("drawn", drawn)?;
        row("proven", format!("{} stopped by a proof", share(self.proven)))?;
        row("resigned", share(self.resignations.resigned))?;
        if self.resignations.any() {
            row("", self.resignations.to_string())?;
        }
        row("starts", starts.join(", "))?;
        let (full, random) = (of_positions(self.full), of_positions(self.random));
        let searched = format!("searched fully at {full:.1} %, random moves at {random:.1} %");
        row("positions", format!("{}, {searched}", self.positions))?;
        let distinct = of_positions(self.distinct());
        row("distinct", format!("{} positions ({distinct:.1} %)", self.distinct()))?;
        let (entropy, surprise) = (self.mean_entropy(), self.mean_surprise());
        let perplexity = format!("perplexity {:.1}", entropy.exp());
        row("policies", format!("{}, entropy {entropy:.2} nats: {perplexity}", self.targets))?;
        let known = percent(self.surprise.1, self.targets);
        row("surprise", format!("{surprise:.2} nats, known for {known:.1} % of the policies"))?;
        let [a_game, a_position] = [self.games(), self.positions].map(|n| mean(self.bytes, n));
        let means = format!("{a_game:.0} per game, {a_position:.1} per position");
        row("bytes", format!("{}, torn {}: {means}", self.bytes, self.torn))
    }
}
