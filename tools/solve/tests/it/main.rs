//! Integration tests: against a naive solver, against the unpruned search, and of the command line.

#[path = "../../../../tests/it/oracle/mod.rs"]
mod oracle;

mod common;
mod naive;
mod agreement;
mod claims;
mod command;
mod perfect;
mod positions;
mod resistance;
