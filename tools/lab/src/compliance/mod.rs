//! Checks of a bot against the arena's protocol. Each check starts new processes of the bot and reports
//! one finding.
//!
//! A fault in a check of the arena's or a match's behaviour fails the bot; a fault in a robustness check,
//! such as CRLF line ends, is only a warning. [`CHECKS`] lists all checks.

mod check;
mod session;
mod turns;
mod input;
mod middle;
mod report;

pub use check::{named, Check, Finding, Group, Setup, Status, CHECKS};
pub use report::{list, ComplianceReport, Style};
