//! The bot as a process: exit codes, streams, and legal answers for any lists.

mod arena;
mod mistakes;
mod process;

/// The program under test.
pub(crate) const BOT: &str = env!("CARGO_BIN_EXE_twixt");
