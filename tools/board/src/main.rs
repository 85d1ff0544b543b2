//! The program `board`.

#![forbid(unsafe_code)]

use board::options::{Export, Options};
use clap::{Parser, Subcommand};
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  board --open                       # play in the browser
  board match.jsonl game.sgf --open  # view files; a running match is followed
  board --port 0 --threads 2         # any free port, two cores for the engine
  board export game.sgf --html -o game.html";

/// The board in the browser: play, analyse, review and replay games
///
/// Starts a web server on this machine and prints its address; the page needs no internet
/// connection. Ctrl-C stops the server.
#[derive(Parser)]
#[command(version, max_term_width = 100, after_help = EXAMPLES,
    args_conflicts_with_subcommands = true)]
struct Cli {
    #[command(flatten)]
    options: Options,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Export a game as a page that replays it without a server
    Export(Export),
}

fn main() -> ExitCode {
    common::exit::run("board", 1, || {
        let cli = common::cli::parse::<Cli>();
        match cli.command {
            Some(Command::Export(export)) => export.run()?,
            None => cli.options.run()?,
        }
        Ok(ExitCode::SUCCESS)
    })
}
