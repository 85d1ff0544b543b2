//! Data extracted from games: training examples and statistics.
//!
//! A [`Library`](library::Library) reads shards and computes the [`Example`](example::Example) of a
//! position on demand; input planes are never stored.

pub mod example;
pub mod library;
pub mod stats;
