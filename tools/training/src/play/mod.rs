//! Self-play games.
//!
//! A game depends only on the [`PlaySettings`](settings::PlaySettings) and its number, so games can
//! be played on any machine and in any order, and a run plays only the missing ones. Append-only
//! [`shard`]s store moves, visits and values, for every board size under both rule sets.

pub mod board;
pub mod game;
mod sampling;
pub mod settings;
pub mod resign;
mod root_search;
mod starts;
mod finish;
pub mod one_game;
mod frames;
pub mod shard;
pub mod run;
pub mod options;
