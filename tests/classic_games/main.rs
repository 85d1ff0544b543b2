//! The examples that the rules of the classic game are explained with elsewhere, on the engine and
//! on the oracle.

mod bridges;
#[path = "../compare/mod.rs"]
mod compare;
#[path = "../oracle/mod.rs"]
mod oracle;
mod pair;
mod sample;
