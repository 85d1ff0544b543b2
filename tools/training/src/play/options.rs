//! Flags of `train play`.

use crate::play::run::run;
use crate::play::settings::PlaySettings;
use anyhow::{Context, Result};
use clap::Args;
use common::stop::Stop;
use common::workers::threads;
use std::ops::Range;
use std::path::PathBuf;

/// Play self-play games
///
/// Stores each game as soon as it ends. The same command resumes an interrupted run and plays only
/// the missing games; a larger --games extends the run. A game depends only on the settings and its
/// number, so several machines can share a run with disjoint numbers: --first 0, --first 10000, ...
///
/// To train a network on its own games: --engine network:FILE --full-share 0.35 --fast-nodes 160
/// --noise 0.25 --temperature-plies 4 --resign 0.03 --starts
/// random:4,distance-opening:4,scatter:2,first-peg:1 --balance 0.35..0.65. Without --balance, many
/// games start from decided positions, which are of little use
#[derive(Args, Clone, Debug)]
pub struct PlayOptions {
    /// Folder for the shards
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// Total number of games, including stored ones
    #[arg(long, value_name = "N")]
    pub games: u32,
    /// Number of the first game; the last one is N + --games - 1
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub first: u32,
    /// Number of concurrent games, one thread each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    pub workers: usize,
    /// Settings of the games
    #[command(flatten)]
    pub settings: PlaySettings,
}

impl PlayOptions {
    /// Returns the numbers of the games. Fails if they exceed 32 bits.
    pub fn numbers(&self) -> Result<Range<u32>> {
        let end = self.first.checked_add(self.games);
        let end = end.context("game numbers exceed 32 bits; lower --first or --games")?;
        Ok(self.first..end)
    }

    /// Plays the missing games and prints how many there were. Fails as [`run`] does, or with
    /// [`Stopped`](common::stop::Stopped) if games are still missing.
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let done = run(&self.out, &self.settings, self.numbers()?, self.workers, stop)?;
        let out = self.out.display();
        common::note!("{out}: {} games played, {} already stored", done.played, done.earlier);
        if done.resignations.any() {
            common::note!("{}", done.resignations);
        }
        if done.missing > 0 {
            common::note!("{} games are missing", done.missing);
            stop.check()?;
        }
        Ok(())
    }
}
