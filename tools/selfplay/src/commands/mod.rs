//! The subcommands: each reads its options, calls the library, and prints.

mod import;
mod openings;
mod play;
mod regret;
mod ship;
mod stats;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Games of the search against itself, for a network to learn from
#[derive(Parser)]
#[command(name = "selfplay", version)]
pub(crate) struct Selfplay {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Options),
    Openings(openings::Options),
    Regret(regret::Options),
    Import(import::Options),
    Stats(stats::Options),
    Ship(ship::Options),
}

impl Selfplay {
    /// Runs what the user asked for.
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Play(options) => options.run(),
            Command::Openings(options) => options.run(),
            Command::Regret(options) => options.run(),
            Command::Import(options) => options.run(),
            Command::Stats(options) => options.run(),
            Command::Ship(options) => options.run(),
        }
    }
}
