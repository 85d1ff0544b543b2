//! Training examples, extracted from games.
//!
//! A [`Library`](library::Library) reads shards and computes the [`Example`](example::Example) of a
//! position on demand; input planes are never stored.

pub mod example;
pub mod library;
