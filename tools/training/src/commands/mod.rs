//! Subcommands: each parses its options, calls the library, and prints the result.

mod bench;
mod check;
mod lists;
mod play;
mod rounds;
mod ship;
mod stats;

use anyhow::Result;
use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Self-play, training, and the training loop
#[derive(Parser)]
#[command(name = "train", version)]
pub(crate) struct Train {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::Options),
    Fit(training::fit::options::FitOptions),
    Loop(rounds::Options),
    Ship(ship::Options),
    Stats(stats::Options),
    Openings(training::play::openings::Options),
    Regret(lists::Regret),
    Import(lists::Import),
    Check(check::Options),
    Bench(bench::Options),
}

impl Train {
    pub(crate) fn run(self) -> Result<ExitCode> {
        match self.command {
            Command::Play(options) => return options.run(),
            Command::Loop(options) => return options.run(),
            Command::Fit(options) => training::fit::run::train(&options)?,
            Command::Ship(options) => options.run()?,
            Command::Stats(options) => options.run()?,
            Command::Openings(options) => options.run()?,
            Command::Regret(options) => options.run()?,
            Command::Import(options) => options.run()?,
            Command::Check(options) => options.run()?,
            Command::Bench(options) => options.run()?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
