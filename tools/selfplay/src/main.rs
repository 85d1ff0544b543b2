//! The command line: one subcommand a file.

#![forbid(unsafe_code)]

mod commands;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    quiet::run("selfplay", 2, || commands::Selfplay::parse().run())
}
