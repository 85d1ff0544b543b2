//! The sparring engines as a program.

#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    sparring::run(std::env::args_os().skip(1).map(|flag| flag.to_string_lossy().into_owned()))
}
