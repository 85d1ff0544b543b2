//! `openings starts`: positions for self-play to begin at.

use super::Where;
use anyhow::{Context, Result};
use clap::Args;
use openings::reach::starts;
use std::path::PathBuf;
use std::process::ExitCode;

/// Write positions for self-play to begin at: the open ones that good play comes to soonest
#[derive(Args)]
#[command(after_help = "Example:
  openings starts --count 2000 --out starts.txt
  train play --starts listed:1 --list starts.txt --evaluator network --games 1000 --out games")]
pub(crate) struct Options {
    #[command(flatten)]
    place: Where,
    /// At most so many
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,
    /// The fewest and the most pegs
    #[arg(long, value_name = "A..B", default_value = "2..8", value_parser = range::<usize>)]
    pegs: (usize, usize),
    /// What the tree says of them, for the side to move
    #[arg(long, value_name = "A..B", default_value = "0.2..0.8", value_parser = range::<f32>)]
    worth: (f32, f32),
    /// A file with an opening a line, as b4,g9,d4
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn range<T: std::str::FromStr>(text: &str) -> Result<(T, T), String> {
    let ends = text.split_once("..").and_then(|(a, b)| Some((a.parse().ok()?, b.parse().ok()?)));
    ends.ok_or_else(|| "expected two numbers such as 2..8 or 0.2..0.8".to_owned())
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.place.read()?;
        let lines = starts(&tree, self.count, self.pegs, self.worth);
        let text: String =
            lines.iter().map(|line| training::play::list::line(line) + "\n").collect();
        let shown = self.out.display();
        std::fs::write(&self.out, text).with_context(|| format!("cannot write {shown}"))?;
        common::note!("{shown}: {} positions", lines.len());
        Ok(ExitCode::SUCCESS)
    }
}
