//! `train play`: self-play games.

use anyhow::{Context, Result};
use clap::Args;
use common::stop::{Stop, STOPPED};
use common::workers::threads;
use std::path::PathBuf;
use std::process::ExitCode;
use training::play::run::run;
use training::play::settings::PlaySettings;

/// Play self-play games
///
/// Stores each game as soon as it ends. The same command resumes an interrupted run and plays only
/// the missing games; a larger --games extends the run. A game depends only on the settings and its
/// number, so several machines can share a run with disjoint numbers: --first 0, --first 10000, ...
///
/// To train a network on its own games: --engine network:FILE --full-share 0.25 --fast-nodes 100
/// --noise 0.25 --temperature-plies 12 --resign 0.03 --starts random:2,book:2,scatter:1 --balance
/// 0.35..0.65. Without --balance, many games start from decided positions, which are of little use
#[derive(Args)]
pub(crate) struct Options {
    /// Folder for the shards
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Total number of games, including stored ones
    #[arg(long, value_name = "N")]
    games: u32,
    /// Number of the first game; the last one is N + --games - 1
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u32,
    /// Number of concurrent games, one thread each
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = threads)]
    workers: usize,
    #[command(flatten)]
    settings: PlaySettings,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let last = self.first.checked_add(self.games);
        let last = last.context("game numbers exceed 32 bits; lower --first or --games")?;
        let stop = Stop::listen(|| ())?;
        let done = run(&self.out, &self.settings, self.first..last, self.workers, &stop)?;
        let out = self.out.display();
        common::note!("{out}: {} games played, {} already stored", done.played, done.earlier);
        if done.resignations.any() {
            common::note!("{}", done.resignations);
        }
        if done.missing > 0 {
            common::note!(
                "stopped with {} games missing; run the same command to resume",
                done.missing
            );
            return Ok(ExitCode::from(STOPPED));
        }
        Ok(ExitCode::SUCCESS)
    }
}
