//! The arena bot: speaks the protocol on stdin and stdout. `--help` lists its flags.

use std::process::ExitCode;

fn main() -> ExitCode {
    // A flag that is no text is a wrong flag, not a reason to panic.
    twixt::arena::run(std::env::args_os().skip(1).map(|flag| flag.to_string_lossy().into_owned()))
}
