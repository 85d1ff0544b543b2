//! Checks of a bot against the arena's protocol. Each check starts new processes of the bot.
//!
//! A fault in a robustness check, such as the one for CRLF line ends, is a warning; with any other fault
//! the bot fails.

mod setup;
mod session;
mod turns;
mod input;
mod middle;
mod check;
mod report;

pub use check::{named, Check, Finding, Group, CHECKS};
pub use report::{closing, count, list, Style};
pub use setup::{Setup, Status, Waits};
