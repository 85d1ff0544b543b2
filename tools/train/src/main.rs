//! The command line: one subcommand a file.

mod commands;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    quiet::run("train", 2, || commands::Train::parse().run().map(|()| ExitCode::SUCCESS))
}
