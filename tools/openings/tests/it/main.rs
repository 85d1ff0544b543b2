//! Integration tests of the opening tree and the files made from it.

mod journal;
mod outputs;
mod proofs;
mod tree;
