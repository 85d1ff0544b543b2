//! The subcommands: each reads its options, calls the library, and prints.

mod bench;
mod check;
mod export;
mod folders;
mod net;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// Trains the network that the bot plays with
#[derive(Parser)]
#[command(name = "train", version)]
pub(crate) struct Train {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Net(net::Options),
    Export(export::Options),
    Check(check::Options),
    Bench(bench::Options),
}

impl Train {
    /// Runs what the user asked for.
    pub(crate) fn run(self) -> Result<()> {
        match self.command {
            Command::Net(options) => options.run(),
            Command::Export(options) => options.run(),
            Command::Check(options) => options.run(),
            Command::Bench(options) => options.run(),
        }
    }
}
