//! The `lab` program.

#![forbid(unsafe_code)]

mod commands;

use std::process::ExitCode;

fn main() -> ExitCode {
    if let Some(code) = referee::players::serve() {
        return code;
    }
    common::exit::run("lab", 2, || common::cli::parse::<commands::Lab>().run())
}

#[cfg(test)]
mod tests {
    #[test]
    fn help_keeps_its_examples() {
        common::cli::check_help::<super::commands::Lab>();
    }
}
