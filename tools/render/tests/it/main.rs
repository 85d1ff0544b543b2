//! Tests of the pictures through what the crate gives to others, in one program.

mod diagrams;
mod winning_chain;
