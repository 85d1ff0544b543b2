//! Subcommands: each parses its flags, calls the library, and prints the result.

mod compliance;
mod flags;
mod openings;
mod play_match;
mod stats;

use anyhow::Result;
use clap::{Parser, Subcommand};
use render::printable_lines;
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Matches between Twixt bots, their statistics and ratings, balanced openings, and protocol checks
#[derive(Parser)]
#[command(name = "lab", version)]
pub(crate) struct Lab {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Match(Box<play_match::Match>),
    Stats(stats::Stats),
    Openings(openings::BalancedOpenings),
    Compliance(compliance::Compliance),
}

impl Lab {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Match(command) => command.run(),
            Command::Stats(command) => command.run(),
            Command::Openings(command) => command.run(),
            Command::Compliance(command) => command.run(),
        }
    }
}

/// Prints a text without colours; names in it come from files.
fn print(text: impl Display) -> Result<()> {
    Ok(write!(io::stdout(), "{}", printable_lines(&text.to_string()))?)
}
