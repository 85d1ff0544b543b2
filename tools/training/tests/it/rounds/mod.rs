//! Tests of `train loop` with fake tools (`fake_tools.rs`).

mod common;
mod kills;
mod plan;
mod pools;
mod refusals;
mod round;
mod real;
mod settings;
