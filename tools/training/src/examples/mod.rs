//! Data extracted from games: training examples, statistics, and lists of start positions.
//!
//! A [`Library`](library::Library) reads shards and computes the [`Example`](example::Example) of a
//! position on demand; input planes are never stored.

pub mod example;
pub mod library;
pub mod stats;
pub mod regret;
pub mod import;
