//! The arena bot: speaks the protocol on stdin and stdout. `--help` lists its flags.

use std::process::ExitCode;

fn main() -> ExitCode {
    #[cfg(not(bundled))]
    if std::env::args_os().any(|flag| flag == "--version") {
        let version = concat!("twixt ", env!("CARGO_PKG_VERSION"), "\n");
        let _ = std::io::Write::write_all(&mut std::io::stdout(), version.as_bytes());
        return ExitCode::SUCCESS;
    }
    // The conversion is lossy, so that a flag with invalid UTF-8 is reported as unknown and causes
    // no panic.
    twixt::arena::run(std::env::args_os().skip(1).map(|flag| flag.to_string_lossy().into_owned()))
}
