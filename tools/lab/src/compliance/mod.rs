//! Checks of a bot against the arena's protocol. Each check starts new processes of the bot.

mod setup;
mod session;
mod turns;
mod input;
mod middle;
mod check;
mod report;

pub use check::{named, Check, Finding, Group, CHECKS};
pub use report::{closing, count, list, Style};
pub use setup::{Setup, Status};
