//! Integration tests of the public API.

mod diagrams;
mod winning_chain;
