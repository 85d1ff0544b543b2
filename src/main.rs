//! The arena bot: speaks the protocol on stdin and stdout. `--help` lists its flags.

use std::process::ExitCode;

fn main() -> ExitCode {
    twixt::arena::run(std::env::args().skip(1))
}
