//! What is read from games: training examples of their positions, statistics, and lists of starts.
//!
//! A [`Library`](library::Library) reads shards and computes an [`Example`](example::Example) of a position
//! on demand; planes are never stored.

pub mod example;
pub mod library;
pub mod stats;
pub mod regret;
pub mod import;
