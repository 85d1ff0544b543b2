//! The examples that the rules of the classic game are explained with elsewhere, on the engine and
//! on the oracle.

mod bridges;
mod pair;
mod sample;
