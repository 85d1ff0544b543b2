//! Subcommands: each parses its flags, calls the library, and prints the result.

mod compliance;
mod flags;
mod play_match;
mod stats;

use anyhow::Result;
use clap::{Parser, Subcommand};
use records::journal::{Journal, JournalEntry};
use records::plan::MatchPlan;
use render::printable_lines;
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
    Compliance(compliance::Compliance),
}

impl Lab {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Match(command) => command.run(),
            Command::Stats(command) => command.run(),
            Command::Compliance(command) => command.run(),
        }
    }
}

/// Prints a text without colours; names in it come from files.
fn print(text: impl Display) -> Result<()> {
    Ok(write!(io::stdout(), "{}", printable_lines(&text.to_string()))?)
}

/// Opens a journal, or creates it with the plan that `new` returns; also returns the plan and the games. If the plan was
/// torn, it is replaced by that of `new`.
fn open_journal(
    path: &Path,
    new: impl FnOnce() -> Result<MatchPlan>,
) -> Result<(Journal, MatchPlan, Vec<JournalEntry>)> {
    if !path.exists() {
        let plan = new()?;
        return Ok((Journal::create(path, &plan)?, plan, Vec::new()));
    }
    let (mut journal, read) = Journal::open(path)?;
    if let Some(torn) = read.torn_message() {
        common::note!(
            "lab: {}: {torn}; it was removed, and its game is played again",
            path.display()
        );
    }
    let plan = match read.plan {
        Some(plan) => plan,
        None => {
            let plan = new()?;
            journal.write_plan(&plan)?;
            plan
        }
    };
    Ok((journal, plan, read.entries))
}
