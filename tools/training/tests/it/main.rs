//! Integration tests of self-play, trainer and training loop.

#[path = "../../../../tests/frozen/mod.rs"]
mod data;
#[path = "../../../../tests/it/network/sample.rs"]
mod sample;

mod fit;
mod play;
mod rounds;
