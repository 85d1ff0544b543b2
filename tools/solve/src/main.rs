//! The command line: one subcommand a file.

mod commands;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    quiet::run("solve", 2, || commands::Solve::parse().run())
}
