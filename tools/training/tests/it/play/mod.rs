//! Integration tests of games, shards and examples.

mod common;
mod command;
mod examples;
mod exploring;
mod frozen;
mod planes;
mod rules;
mod runs;
