//! Tests of `train loop` with fake tools (`fake_tools.rs`), and in `real` with the real programs.

mod common;
mod kills;
mod plan;
mod pools;
mod refusals;
mod round;
mod real;
mod settings;
