//! `openings book` and `openings starts`: files made from the tree.

use super::Where;
use anyhow::Result;
use clap::Args;
use openings::extract::{answers, book, Extent};
use openings::line::words;
use openings::reach::starts;
use std::path::PathBuf;
use std::process::ExitCode;
use twixt::geometry::Hole;

/// Write the bot's book: worth of the first pegs, and answers as far as good play goes
#[derive(Args)]
#[command(after_help = "Example:
  openings book --first B6 --answers 2500 --out src/opening/book.txt   # then build the bot anew
  openings book --first B4 --out my.txt; twixt --book my.txt")]
pub(crate) struct Book {
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

impl Book {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.place.read()?;
        let extent = Extent { answers: self.answers, given: self.given / 100.0 };
        let book = book(&tree, self.first, &extent)?;
        let text = book.encode()?;
        let shown = self.out.display();
        common::file::write(&self.out, &text)?;
        let (answers, length) = (answers(&book), text.chars().count());
        common::note!("{shown}: {answers} answers in {length} characters");
        Ok(ExitCode::SUCCESS)
    }
}

/// Write positions for self-play to begin at: the open ones that good play comes to soonest
#[derive(Args)]
#[command(after_help = "Example:
  openings starts --count 2000 --out starts.txt
  train play --starts listed:1 --list starts.txt --engine network --games 1000 --out games")]
pub(crate) struct Starts {
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

impl Starts {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let tree = self.place.read()?;
        let lines = starts(&tree, self.count, self.pegs, self.worth);
        let text = lines.iter().map(|line| words(line).to_lowercase().replace(' ', ",") + "\n");
        common::file::write(&self.out, text.collect::<String>())?;
        common::note!("{}: {} positions", self.out.display(), lines.len());
        Ok(ExitCode::SUCCESS)
    }
}
