//! The bot's `main`.

use super::flags::HELP;
use super::{exit_code, play, report_error, Options, CAPACITY};
use crate::engine::{Arena, Engine};
use crate::evaluate::{by_distance, default_evaluator};
use crate::opening::PackedBook;
use crate::rules::Position;
use crate::search::Params;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

/// Runs the bot on stdin and stdout with these flags. The exit code is 0 if the input ends between two turns, 1 if
/// it is malformed (with an error on stderr) or stdout is closed, 2 for wrong flags. If the weights or the book are
/// damaged, the bot continues without them.
pub fn run(args: impl IntoIterator<Item = String>) -> ExitCode {
    let options = match Options::parse(args) {
        Ok(Some(options)) => options,
        Ok(None) => {
            // EPIPE on stdout is not an error.
            let _ = io::stdout().write_all(HELP.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            report_error("twixt", error);
            return ExitCode::from(2);
        }
    };
    let evaluator = default_evaluator(options.size).unwrap_or_else(|error| {
        report_error("twixt", format!("{error}; continuing without"));
        by_distance(options.size)
    });
    let book = PackedBook::built_in().unwrap_or_else(|error| {
        report_error("twixt", format!("opening book damaged: {error}; continuing without"));
        PackedBook::default()
    });
    let start = Position::new(options.size);
    let engine = Engine::new(start, evaluator, Params::default(), CAPACITY, book, Arena);
    exit_code("twixt", play(BufReader::new(io::stdin()), io::stdout(), &options, engine))
}
