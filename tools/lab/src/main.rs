//! The lab's command line: one subcommand a file.

mod commands;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = referee::players::serve() {
        return code;
    }
    match commands::Lab::parse().run() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("lab: {error:#}");
            ExitCode::from(2)
        }
    }
}
