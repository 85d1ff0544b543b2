//! Published examples of the classic rules, in the engine and in the oracle.

mod bridges;
mod pair;
mod sample;
