//! Subcommands: each parses its flags, calls the library, and prints the result.

mod compliance;
mod flags;
mod games;
mod league;
mod stats;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Matches between Twixt bots, their statistics, ratings, and protocol checks
#[derive(Parser)]
#[command(name = "lab", version)]
pub(crate) struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Match(Box<games::Match>),
    Contest(Box<games::Contest>),
    Stats(stats::Stats),
    Sprt(stats::SprtFromCounts),
    Freeze(league::Freeze),
    League(league::League),
    Compliance(compliance::Compliance),
}

impl Lab {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Match(command) => command.run(),
            Command::Contest(command) => command.run(),
            Command::Stats(command) => command.run(),
            Command::Sprt(command) => command.run(),
            Command::Freeze(command) => command.run(),
            Command::League(command) => command.run(),
            Command::Compliance(command) => command.run(),
        }
    }
}

fn print(text: impl Display) -> Result<()> {
    Ok(write!(io::stdout(), "{text}")?)
}
