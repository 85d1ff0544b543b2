//! `selfplay stats`: what games are like.

use anyhow::Result;
use clap::Args;
use selfplay::stats::Stats;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Counts games: length, results, resignations, starts, and how much they differ
#[derive(Args)]
pub(crate) struct Options {
    /// Folders with shards of games, counted one by one
    #[arg(long = "in", value_name = "DIR", required = true, num_args = 1..)]
    folders: Vec<PathBuf>,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let mut out = std::io::stdout();
        for folder in &self.folders {
            let stats = Stats::of(folder)?;
            if self.folders.len() > 1 {
                writeln!(out, "{}", folder.display())?;
            }
            write!(out, "{stats}")?;
        }
        Ok(ExitCode::SUCCESS)
    }
}
