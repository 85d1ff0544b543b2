//! Subcommands: each parses its options, calls the library, and prints the result.

mod check;
mod stats;

use anyhow::Result;
use clap::{Parser, Subcommand};
use common::stop::{Stop, Stopped};
use std::process::ExitCode;
use training::{fit, play, stages};

/// Self-play, training, and the recipe of a network
#[derive(Parser)]
#[command(name = "train", version)]
pub(crate) struct Train {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(stages::run::RunOptions),
    Play(play::options::PlayOptions),
    Fit(fit::options::FitOptions),
    Ship(fit::ship::ShipOptions),
    Stats(stats::Options),
    Check(check::Options),
}

impl Train {
    pub(crate) fn run(self) -> Result<ExitCode> {
        let stop = || Stop::listen(|| ());
        match self.command {
            Command::Run(options) => options.run(&stop()?)?,
            Command::Play(options) => options.run(&stop()?)?,
            Command::Fit(options) => fit(&options, &stop()?)?,
            Command::Ship(options) => options.run().map(drop)?,
            Command::Stats(options) => options.run()?,
            Command::Check(options) => options.run()?,
        }
        Ok(ExitCode::SUCCESS)
    }
}

fn fit(options: &fit::options::FitOptions, stop: &Stop) -> Result<()> {
    fit::run::train(options, stop).map(drop).map_err(|error| match error.downcast::<Stopped>() {
        Ok(stopped) => stopped.with_next("pass the same command with --resume").into(),
        Err(error) => error,
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn flags_refuse_what_is_no_number() {
        common::cli::check_numbers::<super::Train>(&[]);
    }

    #[test]
    fn help_keeps_its_examples() {
        common::cli::check_help::<super::Train>();
    }
}
