//! Integration tests of self-play, trainer and runs of stages.

#[path = "../../../../tests/frozen/mod.rs"]
mod data;
#[path = "../../../../tests/it/network/sample.rs"]
mod sample;

mod fit;
mod play;
mod stages;
