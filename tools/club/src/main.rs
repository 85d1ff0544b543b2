//! `club`: play, show, review, convert, gtp.

#![forbid(unsafe_code)]

use clap::{Parser, Subcommand};
use std::process::ExitCode;

/// Twixt for people: play at the terminal, look at games, convert files, and an engine for other
/// programs
///
/// Each subcommand has a help of its own.
#[derive(Parser)]
#[command(version, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play at the terminal, against the engine or between two people
    Play(club::play::Options),
    /// Draw a position or a game, as text or SVG
    Show(club::show::Options),
    /// Look at every move of a game with the engine: what it was worth, what was better
    Review(club::review::Options),
    /// Turn game files into another format, or into pictures
    Convert(club::convert::Options),
    /// Speak GTP on stdin and stdout, for boards and programs that drive engines
    Gtp(club::gtp::Options),
}

fn main() -> ExitCode {
    common::exit::run("club", 1, || {
        match Cli::parse().command {
            Command::Play(options) => options.run(),
            Command::Show(options) => options.run(),
            Command::Review(options) => options.run(),
            Command::Convert(options) => options.run(),
            Command::Gtp(options) => options.run(),
        }?;
        Ok(ExitCode::SUCCESS)
    })
}
