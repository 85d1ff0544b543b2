//! Matches in pairs of games: each opening twice, with exchanged seats.
//!
//! A [`MatchPlan`](records::plan::MatchPlan) determines everything that a game depends on; the [`schedule`]
//! numbers the games; a [`Runner`] plays them in parallel through [`Games`]; a
//! [`Journal`](records::journal::Journal) stores each finished game under its number, and shows the running
//! ones to viewers. An interrupted match resumes with the missing numbers.

mod cores;
pub mod player;
pub mod plan;
pub mod schedule;
mod loaded;
mod games;
mod runner;

pub use games::Games;
pub use loaded::{Engine, LoadedEngine};
pub use runner::Runner;
pub use schedule::Fixture;
