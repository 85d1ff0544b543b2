//! A Twixt engine: board, rules, link distances, search, and the arena's protocol.
//!
//! The modules stand in dependency order; none uses a later one.

#[cfg(test)]
extern crate self as twixt;

pub mod geometry;
pub mod board;
pub mod rules;
#[cfg(target_arch = "x86_64")]
mod processor;
pub mod distance;
pub mod logistic;
pub mod random;
pub mod text;
pub mod network;
pub mod tree;
pub mod threats;
pub mod evaluate;
pub mod search;
pub mod opening;
pub mod engine;
pub mod time;
pub mod arena;
