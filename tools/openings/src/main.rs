//! The command line: one file per subcommand.

#![forbid(unsafe_code)]

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    // Built-in bots run as further processes of this program.
    if let Some(code) = referee::players::serve() {
        return code;
    }
    common::exit::run("openings", 2, || common::cli::parse::<commands::Openings>().run())
}
