use super::flags::HELP;
use super::serve::report_error;
use super::{exit_code, play, Options, CAPACITY};
use crate::engine::{Arena, Engine};
use crate::evaluate::{by_distance, default_evaluator};
use crate::opening::PackedBook;
use crate::rules::Position;
use crate::search::Params;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

/// The bot as a program: flags in, an exit code out, the protocol on stdin and stdout.
///
/// Ends with 0 at the end of the input between two turns, with 1 and one line on stderr if the
/// input is malformed, with 2 if a flag is. A bot whose network or book is damaged plays on without.
pub fn run(args: impl IntoIterator<Item = String>) -> ExitCode {
    let options = match Options::parse(args) {
        Ok(Some(options)) => options,
        Ok(None) => {
            // A reader that closed the pipe early is no error.
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
