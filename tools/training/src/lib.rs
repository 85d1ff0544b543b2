//! Trains the networks that the bot plays with.
//!
//! The data flows from one module to the next: [`play`] makes games of the search against itself and keeps
//! them in shards, [`examples`] reads positions of the shards as training examples, [`fit`] trains a network
//! on them and writes it in the integers that the engine computes with ([`twixt::network`]), and [`rounds`]
//! is the loop over all of them, with matches that decide whether a new network replaces the best one.
//! The modules are listed in dependency order; none uses a later one.

pub mod play;
pub mod examples;
pub mod fit;
pub mod rounds;
