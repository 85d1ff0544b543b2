//! The arena bot: speaks the protocol on stdin and stdout. `--help` lists its flags.

use std::process::ExitCode;

fn main() -> ExitCode {
    // The conversion is lossy, so that a flag with invalid UTF-8 is reported as unknown and causes
    // no panic.
    twixt::arena::run(std::env::args_os().skip(1).map(|flag| flag.to_string_lossy().into_owned()))
}
