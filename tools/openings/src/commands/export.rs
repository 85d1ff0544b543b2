//! `openings book` and `openings starts`: files made from the tree.

use super::TreeFile;
use anyhow::Result;
use clap::Args;
use openings::book::{book, BookLimits};
use openings::line::line_text;
use openings::traversal::starts;
use records::range::{self, ValueRange};
use std::path::PathBuf;
use std::process::ExitCode;
use twixt::geometry::Hole;

/// Write the bot's book: values of the first pegs, and answers in order of the opponent's loss
#[derive(Args)]
#[command(after_help = "Examples:
  openings book --first B6 --answers 2500 --out src/opening/book.txt   # then rebuild the bot
  openings book --first B4 --out my.txt; engine --book my.txt")]
pub(crate) struct Book {
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
    #[arg(long, value_name = "PERCENT", default_value_t = 40.0)]
    max_loss: f32,
    /// Output file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Book {
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

/// Write start positions for self-play: unproven positions, in increasing order of the total loss
/// of the moves that lead to them
#[derive(Args)]
#[command(after_help = "Example:
  openings starts --count 2000 --out starts.txt
  train play --starts listed:1 --list starts.txt --engine network --games 1000 --out games")]
pub(crate) struct Starts {
    #[command(flatten)]
    file: TreeFile,
    /// Maximum number of positions
    #[arg(long, value_name = "N", default_value_t = 1000)]
    count: usize,
    /// Minimum and maximum number of pegs
    #[arg(long, value_name = "A..B", default_value = "2..8", value_parser = range::parse::<usize>)]
    pegs: (usize, usize),
    /// Range of values for the side to move: 0 is a loss, 1 a win
    #[arg(long, value_name = "LOW..HIGH", default_value = "0.2..0.8")]
    value: ValueRange,
    /// Output file, one opening per line, as in b4,g9,d4
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

impl Starts {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.file.read()?;
        let lines = starts(&tree, self.count, self.pegs, self.value);
        let text = lines.iter().map(|line| line_text(line).to_lowercase().replace(' ', ",") + "\n");
        common::file::write(&self.out, text.collect::<String>())?;
        common::note!("{}: {} positions", self.out.display(), lines.len());
        Ok(ExitCode::SUCCESS)
    }
}
