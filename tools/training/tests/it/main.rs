//! Self-play, the trainer and the loop, from outside.

#[path = "../../../../tests/frozen/mod.rs"]
mod data;
#[path = "../../../../tests/it/network/sample.rs"]
mod sample;

mod fit;
mod play;
mod rounds;
