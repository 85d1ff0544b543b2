//! The engine for all programs but the arena's file: engines by name, play under every rule set, and what
//! else the arena does not get.
//!
//! No threads, files or signals: callers read the files, own the threads and decide when to stop.

pub mod book;
pub mod bot;
mod candidates;
mod hints;
pub mod player;
mod sparing;
mod spec;
mod swap;
pub mod tpn;

pub use candidates::{candidates, move_of, side_after, winner, Candidate};
pub use hints::HintsOnly;
pub use spec::{EngineSpec, Evaluators, LoadError, ReadFile, UnknownEngine};
pub use swap::{first_peg, in_ellipse, Policy, SwapBy};
