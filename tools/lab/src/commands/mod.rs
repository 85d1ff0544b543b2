//! Subcommands: each parses its flags, calls the library, and prints the result.

mod compliance;
mod flags;
mod league;
mod play_match;
mod salvage;
mod stats;

use anyhow::Result;
use clap::{Parser, Subcommand};
use records::journal::JournalContent;
use render::printable_lines;
use serde::de::DeserializeOwned;
use std::fmt::Display;
use std::io::{self, Write};
use std::path::Path;
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
    Match(Box<play_match::Match>),
    Stats(stats::Stats),
    Salvage(salvage::Salvage),
    Freeze(league::Freeze),
    League(league::League),
    Compliance(compliance::Compliance),
}

impl Lab {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Match(command) => command.run(),
            Command::Stats(command) => command.run(),
            Command::Salvage(command) => command.run(),
            Command::Freeze(command) => command.run(),
            Command::League(command) => command.run(),
            Command::Compliance(command) => command.run(),
        }
    }
}

/// Prints a text without colours; names in it come from files.
fn print(text: impl Display) -> Result<()> {
    Ok(write!(io::stdout(), "{}", printable_lines(&text.to_string()))?)
}

/// Reports the removal of an incomplete last line.
fn warn_torn<P: DeserializeOwned>(content: &JournalContent<P>, path: &Path) {
    if let Some(torn) = content.torn_message() {
        common::note!(
            "lab: {}: {torn}; it was removed, and its game is played again",
            path.display()
        );
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn flags_refuse_what_is_no_number() {
        common::cli::check_numbers::<super::Lab>(&[]);
    }

    #[test]
    fn help_keeps_its_examples() {
        common::cli::check_help::<super::Lab>();
    }
}
