//! `selfplay expand`: makes training records of games.

use anyhow::Result;
use clap::{Args, ValueEnum};
use selfplay::expand::{expand, Symmetries};
use selfplay::record::LENGTH;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Instant;

/// Makes training records of games
///
/// A record of 1076 bytes for every position that was searched: planes, visits, result, value, the
/// reply and the chain that won.
/// Games that are still being played may be expanded; those that are there then are taken.
#[derive(Args)]
pub(crate) struct Options {
    /// Folders with shards of games
    #[arg(long = "in", value_name = "DIR", required = true, num_args = 1..)]
    folders: Vec<PathBuf>,
    /// File for the records; an older one of the name is replaced
    #[arg(long, value_name = "FILE.rec")]
    out: PathBuf,
    /// Mirror images to make records of too
    #[arg(long, value_enum, default_value_t = Images::None)]
    symmetries: Images,
}

#[derive(Clone, Copy, ValueEnum)]
enum Images {
    /// None: every position once
    None,
    /// All three: every position four times
    Mirrors,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let symmetries = match self.symmetries {
            Images::None => Symmetries::None,
            Images::Mirrors => Symmetries::Mirrors,
        };
        let begun = Instant::now();
        let done = expand(&self.folders, &self.out, symmetries)?;
        let seconds = begun.elapsed().as_secs_f64().max(1e-3);
        eprintln!(
            "{}: {} records of {LENGTH} bytes from {} games, {} with a policy target, {} with a \
             reply, {} with a winning chain; {:.0} a second",
            self.out.display(),
            done.records,
            done.games,
            done.policies,
            done.replies,
            done.chains,
            done.records as f64 / seconds
        );
        Ok(ExitCode::SUCCESS)
    }
}
