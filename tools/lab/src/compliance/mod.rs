//! Does a bot keep the arena's protocol? Small checks, each with a fresh process of the bot, each
//! with a finding: the text that was sent, the expected answer, and the answer.
//!
//! Checks come in two kinds. What the arena demands, a bot has to pass. What the arena never does
//! (CRLF line ends, a start in the middle of a game) is a matter of robustness: trouble there is a
//! warning and fails no bot.
//!
//! [`CHECKS`] lists all checks; a new one is a function and an entry there.

mod check;
mod session;
mod turns;
mod input;
mod middle;
mod report;

pub use check::{named, Check, Group, Row, Setup, Status, CHECKS};
pub use report::{list, ComplianceReport, Style};
