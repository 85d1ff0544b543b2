//! `train import`: positions from games of other players, as starts.

use anyhow::{Context, Result};
use clap::Args;
use std::path::PathBuf;
use training::examples::import::{positions, Wanted};
use training::play::list::line;
use twixt::geometry::Size;
use twixt::rules::Linking;

/// Sample undecided positions from games of other players, for `play --list FILE`
///
/// Reads SGF, LittleGolem's tsgf, T1j's files, lists of moves, the records of `referee` and `lab`, and
/// lines of JSON with n, first and moves. Games on other boards are passed over; those by other rules
/// are played by the rules asked for. Swaps are undone, and a game counts up to the first turn that
/// takes links away.
#[derive(Args)]
pub(crate) struct Options {
    /// Files with games
    #[arg(long = "in", value_name = "FILE", required = true, num_args = 1..)]
    files: Vec<PathBuf>,
    /// Where the positions go, one a line
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Maximum number of positions
    #[arg(long, value_name = "N")]
    count: usize,
    /// Take games on boards with N holes an edge, 5-24
    #[arg(long, value_name = "N", default_value_t = 12)]
    size: u8,
    /// The rules that games will go on by: pp or standard
    #[arg(long, value_name = "RULES", default_value = "pp")]
    rules: Linking,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let size = Size::new(self.size).context("--size takes 5 to 24")?;
        let wanted = Wanted { size, linking: self.rules, count: self.count, seed: self.seed };
        let positions = positions(&self.files, &wanted)?;
        let lines: String = positions.iter().map(|pegs| line(pegs) + "\n").collect();
        std::fs::write(&self.out, lines)
            .with_context(|| format!("cannot write {}", self.out.display()))?;
        common::note!("{}: {} positions", self.out.display(), positions.len());
        Ok(())
    }
}
