//! `selfplay first-pegs`: what first pegs are worth.

use anyhow::{Context, Result};
use clap::Args;
use selfplay::first_pegs::{picture, FirstPegs};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

/// Tells which first pegs to swap and which to open with, from games that start from them
///
/// Make the games with `selfplay play --starts first-peg:1 --evaluator network --random-share 0
/// --temperature 0.5 --temperature-plies 6`; the moves drawn by visits keep games of one peg from
/// being alike.
#[derive(Args)]
pub(crate) struct Options {
    /// Folders with shards of games, and files with records of matches. Better games stand later: a
    /// source with eight games of a peg makes those before it superfluous
    #[arg(long = "in", value_name = "DIR|FILE.jsonl", required = true, num_args = 1..)]
    sources: Vec<PathBuf>,
    /// Draw a map of the first pegs into this file
    #[arg(long, value_name = "FILE.svg")]
    svg: Option<PathBuf>,
    /// Write a table of what they are worth, as values of the opening book are made of
    #[arg(long, value_name = "FILE.txt")]
    table: Option<PathBuf>,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let pegs = FirstPegs::of(&self.sources)?;
        write!(std::io::stdout(), "{pegs}")?;
        for (path, content) in [(&self.svg, picture(&pegs)), (&self.table, pegs.table())] {
            if let Some(path) = path {
                std::fs::write(path, content)
                    .with_context(|| format!("cannot write {}", path.display()))?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
