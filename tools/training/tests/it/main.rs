//! Self-play, the trainer and the loop, from outside.

#[path = "../../../../tests/frozen/mod.rs"]
mod data;
mod fit;
mod play;
mod rounds;
