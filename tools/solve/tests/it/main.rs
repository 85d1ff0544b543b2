//! Integration tests: comparisons with a naive solver and with the unpruned search, and tests of
//! the command line.

#[path = "../../../../tests/it/oracle/mod.rs"]
mod oracle;

mod common;
mod naive;
mod agreement;
mod claims;
mod command;
mod lessons;
mod positions;
mod puzzles;
mod regions;
mod resistance;
