//! The `club` program.

#![forbid(unsafe_code)]

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Twixt at the terminal: play, show, review and convert games, and a GTP engine
#[derive(Parser)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play at the terminal, against the engine or between two people
    Play(club::play::Options),
    /// Print positions of a game
    Show(club::show::Options),
    /// Evaluate every move of a game: value, loss, better moves
    Review(club::review::Options),
    /// Convert game files to another format or to SVG
    Convert(club::convert::Options),
    /// Run a GTP engine on stdin and stdout
    Gtp(club::gtp::Options),
}

fn main() -> ExitCode {
    common::exit::run("club", 1, || {
        match common::cli::parse::<Cli>().command {
            Command::Play(options) => options.run(),
            Command::Show(options) => options.run(),
            Command::Review(options) => options.run(),
            Command::Convert(options) => options.run(),
            Command::Gtp(options) => options.run(),
        }?;
        Ok(ExitCode::SUCCESS)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn flags_refuse_what_is_no_number() {
        common::cli::check_numbers::<super::Cli>(&[]);
    }

    #[test]
    fn help_keeps_its_examples() {
        common::cli::check_help::<super::Cli>();
    }
}
