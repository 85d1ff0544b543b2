//! The crate from outside: games, shards, records.

mod golden;
mod common;
mod command;
mod planes;
mod records;
mod runs;
