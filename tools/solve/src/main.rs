//! The program `solve`, with one file per subcommand.

#![forbid(unsafe_code)]

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    common::exit::run("solve", 2, || common::cli::parse::<commands::Solve>().run())
}
