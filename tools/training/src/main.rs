//! Command line of `train`; its subcommands are in the module `commands`.

#![forbid(unsafe_code)]

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    common::exit::run("train", 2, || common::cli::parse::<commands::Train>().run())
}
