//! The crate from outside: games, shards, records.

mod golden;
mod common;
mod command;
mod exploring;
mod planes;
mod records;
mod runs;
