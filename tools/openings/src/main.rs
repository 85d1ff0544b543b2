//! The command line: one file per subcommand.

#![forbid(unsafe_code)]

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    common::exit::run("openings", 2, || common::cli::parse::<commands::Openings>().run())
}
