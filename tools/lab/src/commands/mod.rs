//! The subcommands: each reads its options, calls the library, and prints.

mod compliance;
mod flags;
mod freeze;
mod games;
mod league;
mod sprt;
mod stats;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::fmt::Display;
use std::io::{self, Write};
use std::process::ExitCode;

/// Matches between Twixt bots, what can be believed of them, ratings, and protocol checks
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
    Stats(stats::Options),
    Sprt(sprt::Options),
    Freeze(freeze::Options),
    League(league::Options),
    Compliance(compliance::Options),
}

impl Lab {
    /// Runs what the user asked for.
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Match(options) => options.run(),
            Command::Contest(options) => options.run(),
            Command::Stats(options) => options.run(),
            Command::Sprt(options) => options.run(),
            Command::Freeze(options) => options.run(),
            Command::League(options) => options.run(),
            Command::Compliance(options) => options.run(),
        }
    }
}

/// Prints; an error, and no panic, if nobody reads any more.
fn say(text: impl Display) -> Result<()> {
    Ok(write!(io::stdout(), "{text}")?)
}
