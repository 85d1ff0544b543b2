//! The subcommands: command-line options, calls of the library, and output.

mod book;
mod grow;
mod show;

use anyhow::Result;
use clap::{Args, Parser, Subcommand};
use common::progress::Progress;
use openings::journal::{self, Journal};
use openings::search::SearchResult;
use openings::tree::Tree;
use std::path::PathBuf;
use std::process::ExitCode;
use twixt::geometry::Size;

/// Opening tree for Twixt PP, grown by long searches, and the bot's book made from it
#[derive(Parser)]
#[command(name = "openings", version)]
pub(crate) struct Openings {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Grow(grow::Options),
    Show(show::Options),
    Book(book::Options),
}

impl Openings {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Grow(options) => options.run(),
            Command::Show(options) => options.run(),
            Command::Book(options) => options.run(),
        }
    }
}

#[derive(Args)]
struct TreeFile {
    /// File of the tree, one search per line; `grow` creates it if it does not exist
    #[arg(long, value_name = "FILE", default_value = "target/openings/12-pp.jsonl")]
    tree: PathBuf,
    /// Board size in holes per edge, 5-24
    #[arg(long, value_name = "N", default_value = "12", value_parser = engine::parse_size)]
    size: Size,
}

impl TreeFile {
    /// Reads the tree without locking its file.
    fn read(&self) -> Result<Tree> {
        Ok(self.fill(|add| journal::read(&self.tree, self.size, add))?.0)
    }

    fn open(&self) -> Result<(Tree, Journal)> {
        self.fill(|add| Journal::open(&self.tree, self.size, add))
    }

    /// Builds a tree from the results that `read` yields, with a progress line.
    fn fill<T>(
        &self,
        read: impl FnOnce(&mut dyn FnMut(SearchResult, usize) -> Result<()>) -> Result<T>,
    ) -> Result<(Tree, T)> {
        let mut tree = Tree::new(self.size);
        let total = std::fs::metadata(&self.tree).map_or(0, |file| file.len());
        let mut progress = Progress::new(total, 0);
        let read = read(&mut |result, end| {
            progress.show(end as u64, |pace| {
                let percent = 100 * pace.done / pace.total.max(1);
                format!("{percent} % of the tree read{}", pace.left_in_words())
            });
            tree.add(&result).map(drop)
        })?;
        drop(progress);
        Ok((tree, read))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn flags_refuse_what_is_no_number() {
        common::cli::check_numbers::<super::Openings>(&[]);
    }

    #[test]
    fn help_keeps_its_examples() {
        common::cli::check_help::<super::Openings>();
    }
}
