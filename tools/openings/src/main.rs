//! The command line: one subcommand a file.

mod commands;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Bots that are built in are this program, started once more.
    if let Some(code) = referee::players::serve() {
        return code;
    }
    match commands::Openings::parse().run() {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("openings: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Whether the reader of our output has gone, as `head` does when it has seen enough.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let cause = error.downcast_ref::<std::io::Error>();
    cause.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
