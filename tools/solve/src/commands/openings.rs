//! `solve openings`: positions with a proven winner, as match openings.

use super::{create, mebibytes, with_bitboard, GuideOption, Progress};
use anyhow::{bail, ensure, Result};
use clap::Args;
use solve::bitboard::Bitboard;
use solve::sample::sample_won;
use solve::tactics::{canonical_pegs, TacticFilter};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::process::ExitCode;
use twixt::random::Random;

/// Samples random positions with a proven win for the side to move, as a file of openings
///
/// Writes one position per line, for `referee --openings` and `lab match --openings`. The side to move wins
/// with correct play. Few moves win, and the win takes several pegs. No two positions are symmetric to each
/// other. With an even number of plies the first player is to move, with an odd number the second. The same
/// flags produce the same file. For example
///
///     solve openings --size 7 --count 30 --out won-7.txt
///
///     referee -p1 own -p2 path --size 7 --openings won-7.txt --games 30 --quiet
///
/// Exit status 1 if --tries samples did not suffice.
#[derive(Args)]
pub(crate) struct Options {
    /// Holes along an edge
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(5..=16))]
    size: u8,
    /// Number of positions
    #[arg(long, value_name = "N", default_value_t = 30)]
    count: usize,
    /// Openings file, which must not exist
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Number of pegs on the board, at least 2 [default: 6 up to 6 x 6, 8 above]
    #[arg(long, value_name = "N")]
    plies: Option<usize>,
    /// Maximum number of winning moves
    #[arg(long, value_name = "N", default_value_t = 3)]
    wins: usize,
    /// Minimum number of pegs that the win takes against the best resistance
    #[arg(long, value_name = "N", default_value_t = 3)]
    pegs: u8,
    /// Node budget per proof
    #[arg(long, value_name = "N", default_value_t = 20_000)]
    limit: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Maximum number of samples
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    tries: u64,
    /// Size of the transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 256, value_parser = mebibytes)]
    memory: usize,
    #[command(flatten)]
    guide: GuideOption,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        with_bitboard!(self.size, |P| self.sample::<P>())
    }

    fn sample<P: Bitboard>(&self) -> Result<ExitCode> {
        let plies = self.plies.unwrap_or(if self.size <= 6 { 6 } else { 8 });
        // After one peg the second player may swap, which changes the value.
        ensure!(
            plies >= 2,
            "--plies must be at least 2, not {plies}: the answer to the first peg may be a swap"
        );
        ensure!(self.wins >= 1, "--wins must be at least 1, not 0");
        let mut out = create(&self.out)?;
        let mut prover = self.guide.prover::<P>(self.size, self.memory)?;
        let progress = Progress::new("sampling");
        progress.watch(&mut prover);
        let Options { limit, wins, pegs, .. } = *self;
        let filter = TacticFilter { limit, wins, pegs, missed_at: 0, quiet: false };
        let (mut random, mut known) = (Random::new(self.seed), BTreeSet::new());
        for _ in 0..self.tries {
            if known.len() == self.count {
                break;
            }
            progress.set_task(format!("{} of {} found", known.len(), self.count));
            let Some(moves) = sample_won(&mut prover, plies, filter, &mut random) else { continue };
            if known.insert(canonical_pegs(self.size, &moves)) {
                let words: Vec<String> =
                    moves.iter().map(|hole| hole.to_string().to_lowercase()).collect();
                out.append(format!("{}\n", words.join(",")).as_bytes())?;
            }
        }
        drop((progress, prover));
        let player = if plies.is_multiple_of(2) { "first" } else { "second" };
        let (found, path) = (known.len(), self.out.display());
        common::note!("{path}: {found} positions in which the {player} player is to move and wins");
        if found == 0 {
            // An empty file would block the next run.
            let _ = std::fs::remove_file(&self.out);
            bail!(
                "cannot sample openings: found no position in {} tries; change --plies, \
                 lower --pegs, or raise --wins or --limit",
                self.tries
            );
        }
        Ok(if found == self.count { ExitCode::SUCCESS } else { ExitCode::from(1) })
    }
}
