//! The loop as a program, with tools that only pretend (`fake_tools.rs`).

mod common;
mod kills;
mod plan;
mod pools;
mod refusals;
mod round;
mod real;
mod settings;
