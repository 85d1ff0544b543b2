//! Integration tests, linked into one program.

#[path = "../../../../fuzz/bodies/corpus.rs"]
mod corpus;
mod common;

mod arena;
mod damage;
mod endings;
mod examples;
mod found;
mod gamerz;
mod lists;
mod little_golem;
mod marks;
mod round_trips;
mod setups;
mod t1j;
