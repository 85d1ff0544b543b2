//! The subcommands: each reads its options, calls the library, and prints.

mod expand;
mod first_pegs;
mod openings;
mod play;
mod ship;
mod stats;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Games of the search against itself, and the training records made of them
#[derive(Parser)]
#[command(name = "selfplay", version)]
pub(crate) struct Selfplay {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Options),
    Expand(expand::Options),
    Openings(openings::Options),
    FirstPegs(first_pegs::Options),
    Stats(stats::Options),
    Ship(ship::Options),
}

impl Selfplay {
    /// Runs what the user asked for.
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Play(options) => options.run(),
            Command::Expand(options) => options.run(),
            Command::Openings(options) => options.run(),
            Command::FirstPegs(options) => options.run(),
            Command::Stats(options) => options.run(),
            Command::Ship(options) => options.run(),
        }
    }
}
