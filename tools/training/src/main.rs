//! Command line of `train`.

#![forbid(unsafe_code)]

use anyhow::Result;
use clap::{Parser, Subcommand};
use common::stop::{Stop, Stopped};
use std::process::ExitCode;
use training::{fit, play, stages};

/// Self-play, training, and the recipe of a network
#[derive(Parser)]
#[command(name = "train", version)]
struct Train {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Run(stages::run::RunOptions),
    Play(play::options::PlayOptions),
    Fit(fit::options::FitOptions),
    Ship(fit::ship::ShipOptions),
}

fn main() -> ExitCode {
    common::exit::run("train", 2, || {
        run(common::cli::parse::<Train>().command)?;
        Ok(ExitCode::SUCCESS)
    })
}

fn run(command: Command) -> Result<()> {
    let stop = || Stop::listen(|| ());
    match command {
        Command::Run(options) => options.run(&stop()?),
        Command::Play(options) => options.run(&stop()?),
        Command::Fit(options) => fit(&options, &stop()?),
        Command::Ship(options) => options.run().map(drop),
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
