//! The program `board`.

#![forbid(unsafe_code)]

use board::options::Options;
use clap::Parser;
use std::process::ExitCode;

const EXAMPLES: &str = "\
Examples:
  board --open                       # play in the browser
  board match.jsonl game.sgf --open  # view files; a running match is followed
  board --port 0 --threads 2         # any free port, two cores for the engine";

/// The board in the browser: play, analyse, review and replay games
///
/// Starts a web server on this machine and prints its address; the page needs no internet
/// connection. Ctrl-C stops the server.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(flatten)]
    options: Options,
}

fn main() -> ExitCode {
    common::exit::run("board", 1, || {
        common::cli::parse::<Cli>().options.run()?;
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
