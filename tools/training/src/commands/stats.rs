//! `train stats`: statistics of self-play games.

use anyhow::Result;
use clap::Args;
use std::io::Write;
use std::path::PathBuf;
use training::examples::stats::GameStats;

/// Print statistics of games: length, results, resignations, starts and variety
#[derive(Args)]
pub(crate) struct Options {
    /// Folders of self-play games, searched recursively and reported separately
    #[arg(long = "in", value_name = "DIR", required = true, num_args = 1..)]
    folders: Vec<PathBuf>,
}

impl Options {
    pub(crate) fn run(self) -> Result<()> {
        let mut out = std::io::stdout();
        for folder in &self.folders {
            let stats = GameStats::of(folder)?;
            if self.folders.len() > 1 {
                writeln!(out, "{}", folder.display())?;
            }
            write!(out, "{stats}")?;
        }
        Ok(())
    }
}
