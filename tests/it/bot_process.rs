//! The bot as a process: exit codes, streams, and one-line errors for malformed input.

mod arena;
mod mistakes;
mod process;

/// The program under test.
pub(crate) const BOT: &str = env!("CARGO_BIN_EXE_twixt");
