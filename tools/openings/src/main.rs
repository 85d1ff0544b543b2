//! The command line: one subcommand a file.

#![forbid(unsafe_code)]

mod commands;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    // Bots that are built in are this program, started once more.
    if let Some(code) = referee::players::serve() {
        return code;
    }
    common::exit::run("openings", 2, || commands::Openings::parse().run())
}
