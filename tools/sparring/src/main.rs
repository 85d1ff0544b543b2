//! The sparring engines as a program.

#![forbid(unsafe_code)]

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments: Vec<OsString> = std::env::args_os().collect();
    common::cli::exit_with_manual::<sparring::Player>(&arguments);
    sparring::run(arguments.iter().skip(1).map(|flag| flag.to_string_lossy().into_owned()))
}
