//! The crate from outside: against a naive solver, against itself, and as a command.

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
