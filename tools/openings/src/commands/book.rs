//! `openings book`: the bot's book, made from the tree.

use super::TreeFile;
use anyhow::Result;
use clap::Args;
use common::cli::{amount, single};
use openings::book::{book, BookLimits};
use std::path::PathBuf;
use std::process::ExitCode;
use twixt::geometry::Hole;

/// Write the bot's book: values of the first pegs, and answers in order of the opponent's loss
#[derive(Args)]
#[command(after_help = "Examples:
  openings book --first B6 --answers 2500 --out src/opening/book.txt
  openings book --first B4 --out my.txt; engine --book my.txt")]
pub(crate) struct Options {
    #[command(flatten)]
    file: TreeFile,
    /// The bot's first peg
    #[arg(long, value_name = "HOLE")]
    first: Hole,
    /// Maximum number of answers; each takes about one character
    #[arg(long, value_name = "N", default_value_t = 1500)]
    answers: usize,
    /// Maximum total loss of the opponent's moves on the path to a position, in percentage points;
    /// each move also costs 1.5, and a first peg outside 20 to 80 % costs the excess
    #[arg(long, value_name = "PERCENT", default_value_t = 40.0, value_parser = single(amount))]
    max_loss: f32,
    /// Output file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Options {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.file.read()?;
        let limits = BookLimits { answers: self.answers, loss: self.max_loss / 100.0 };
        let (book, answers) = book(&tree, self.first, &limits)?;
        let text = book.encode()?;
        let shown = self.out.display();
        common::file::write(&self.out, &text)?;
        let length = text.chars().count();
        common::note!("{shown}: {answers} answers in {length} characters");
        Ok(ExitCode::SUCCESS)
    }
}
