//! `openings book`: the bot's book.

use super::Where;
use anyhow::{Context, Result};
use clap::Args;
use openings::extract::{answers, book, Extent};
use std::path::PathBuf;
use std::process::ExitCode;
use twixt::geometry::Hole;

/// Write the bot's book: worth of the first pegs, and answers as far as good play goes
#[derive(Args)]
#[command(after_help = "Example:
  openings book --first B6 --answers 2500 --out src/opening/book.txt   # then build the bot anew
  openings book --first B4 --out my.txt; twixt --book my.txt")]
pub(crate) struct Options {
    #[command(flatten)]
    place: Where,
    /// What the bot opens with; `openings regret` says what is best
    #[arg(long, value_name = "HOLE")]
    first: Hole,
    /// Answers at most; each takes about a character
    #[arg(long, value_name = "N", default_value_t = 1500)]
    answers: usize,
    /// What an opponent may have given away on the way to a position, in percent
    #[arg(long, value_name = "PERCENT", default_value_t = 40.0)]
    given: f32,
    /// Where to write it
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.place.read()?;
        let extent = Extent { answers: self.answers, given: self.given / 100.0 };
        let book = book(&tree, self.first, &extent)?;
        let text = book.encode()?;
        let shown = self.out.display();
        std::fs::write(&self.out, &text).with_context(|| format!("cannot write {shown}"))?;
        let (answers, length) = (answers(&book), text.chars().count());
        common::note!("{shown}: {answers} answers in {length} characters");
        Ok(ExitCode::SUCCESS)
    }
}
