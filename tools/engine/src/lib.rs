//! The engine for all programs but the arena's file: engines by name, play under every rule set, and what
//! else the arena does not get.
//!
//! No threads, files or signals: callers read the files, own the threads and decide when to stop.

pub mod player;
mod spec;

pub use spec::{EngineSpec, Evaluators, UnknownEngine};
