//! The command line: one subcommand a file.

#![forbid(unsafe_code)]

mod commands;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    common::exit::run("solve", 2, || commands::Solve::parse().run())
}
