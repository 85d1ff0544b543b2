//! The bot's program from outside: exit codes, what it prints where, and answers that are legal
//! for any lists.

mod arena;
mod mistakes;
mod process;

/// The program under test.
pub(crate) const BOT: &str = env!("CARGO_BIN_EXE_twixt");
