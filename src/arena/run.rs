use super::serve::complain;
use super::{end, play, Options, HELP};
#[cfg(not(bundled))]
use std::io::IsTerminal;
use std::io::{self, BufReader, Write};
use std::process::ExitCode;

/// The bot as a program: flags in, an exit code out, the protocol on stdin and stdout.
///
/// Ends with 0 at the end of the input between two turns, with 1 and one line on stderr if the
/// input is malformed, with 2 if a flag is.
pub fn run(args: impl IntoIterator<Item = String>) -> ExitCode {
    let options = match Options::parse(args) {
        Ok(Some(options)) => options,
        Ok(None) => {
            // Whoever asked may not read on; that is no fault.
            let _ = io::stdout().write_all(HELP.as_bytes());
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            complain("twixt", error);
            return ExitCode::from(2);
        }
    };
    #[cfg(not(bundled))]
    if io::stdin().is_terminal() {
        complain(
            "twixt",
            "waits for a turn of the arena's protocol, beginning with FIRST or a peg such \
             as D6.\nTo watch a game instead: cargo run --release -p referee",
        );
    }
    end("twixt", play(BufReader::new(io::stdin()), io::stdout(), &options))
}
