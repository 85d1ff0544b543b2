//! The subcommands: each reads its options, calls the library, and prints.

mod book;
mod grow;
mod moves;
mod regret;
mod show;
mod starts;

use anyhow::{Context, Result};
use clap::{Args, Parser, Subcommand};
use openings::journal::Journal;
use openings::tree::Tree;
use std::path::PathBuf;
use std::process::ExitCode;
use training::play::progress::reading;
use twixt::geometry::Size;

/// What the first plies of Twixt PP are worth: a tree of openings, grown by long searches, and the
/// bot's book made from it
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
    Regret(regret::Options),
    Book(book::Options),
    Starts(starts::Options),
}

impl Openings {
    /// Runs what the user asked for.
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Grow(options) => options.run(),
            Command::Show(options) => options.run(),
            Command::Regret(options) => options.run(),
            Command::Book(options) => options.run(),
            Command::Starts(options) => options.run(),
        }
    }
}

/// Which tree.
#[derive(Args)]
struct Where {
    /// The tree's file, one look a line; begun if there is none
    #[arg(long, value_name = "FILE", default_value = "target/openings/12-pp.jsonl")]
    tree: PathBuf,
    /// Board with N holes an edge, 5-24
    #[arg(long, value_name = "N", default_value_t = 12)]
    size: u8,
}

impl Where {
    fn size(&self) -> Result<Size> {
        Size::new(self.size)
            .with_context(|| format!("no board has size {}: choose 5-24", self.size))
    }

    /// The tree, as its file stands now.
    fn read(&self) -> Result<Tree> {
        let mut tree = Tree::new(self.size()?);
        let bar = reading(std::slice::from_ref(&self.tree));
        openings::journal::read(&self.tree, self.size()?, |look, bytes| {
            bar.inc(bytes);
            tree.add(&look).map(|_| ())
        })?;
        bar.finish_and_clear();
        Ok(tree)
    }

    /// The tree and its file, open for more.
    fn open(&self) -> Result<(Tree, Journal)> {
        let mut tree = Tree::new(self.size()?);
        let bar = reading(std::slice::from_ref(&self.tree));
        let journal = Journal::open(&self.tree, self.size()?, |look, bytes| {
            bar.inc(bytes);
            tree.add(&look).map(|_| ())
        })?;
        bar.finish_and_clear();
        Ok((tree, journal))
    }
}
