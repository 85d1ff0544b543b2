//! The subcommands: each reads its options, calls the library, and prints.

mod board;
mod bot;
mod guide;
mod openings;
mod position;
mod progress;
mod tactics;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Exact results of Twixt PP: won, drawn or lost with best play of both sides
///
/// Vertical opens and joins the top row to the bottom row; horizontal joins the left column to the
/// right column. A side that is to move and has no vacant hole ends the game in a draw.
#[derive(Parser)]
#[command(name = "solve", version)]
pub(crate) struct Solve {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Board(board::Options),
    Position(position::Options),
    Bot(bot::Options),
    Openings(openings::Options),
    Tactics(tactics::Options),
}

impl Solve {
    /// Runs what the user asked for.
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Board(options) => options.run(),
            Command::Position(options) => options.run(),
            Command::Bot(options) => options.run(),
            Command::Openings(options) => options.run(),
            Command::Tactics(options) => options.run(),
        }
    }
}
