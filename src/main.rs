//! The arena bot: speaks the protocol on stdin and stdout. `--help` lists its flags.

use std::process::ExitCode;

fn main() -> ExitCode {
    // Lossy, so that a flag that is not UTF-8 is reported as unknown instead of a panic.
    twixt::arena::run(std::env::args_os().skip(1).map(|flag| flag.to_string_lossy().into_owned()))
}
