//! Games of the search against itself.
//!
//! A game is a function of the [`Settings`](settings::Settings) and its number alone, so games can be
//! played anywhere, in any order, and only missing ones are played. They are stored in append-only
//! [`shard`]s, as moves, visits and values, on every board and under both rule sets.

pub mod board;
pub mod game;
mod draw;
pub mod list;
pub mod settings;
pub mod resign;
mod think;
mod starts;
mod finish;
mod surprise;
pub mod one_game;
pub mod openings;
pub mod shard;
pub mod run;
