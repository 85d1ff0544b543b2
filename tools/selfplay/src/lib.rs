//! Games of the search against itself, made by the hundred thousand, and what a network learns from
//! them.
//!
//! A game is a function of the [`Settings`] and its number alone, so games can be made anywhere, in
//! any order, and only those that are missing are played. They lie in append-only [`shard`]s, as
//! moves, visits and values, on every board and by either way of linking. A [`Library`] reads shards
//! and makes [`Example`]s of their positions when it is asked for them: planes are never kept.
//!
//! The modules stand in dependency order; none uses a later one.

#![forbid(unsafe_code)]

pub mod game;
pub mod evaluators;
mod draw;
pub mod list;
pub mod settings;
pub mod resign;
mod think;
mod starts;
mod finish;
mod surprise;
pub mod play;
pub mod openings;
pub mod shard;
pub mod progress;
pub mod run;
pub mod stop;
pub mod chain;
pub mod example;
pub mod library;
pub mod stats;
pub mod regret;
pub mod import;

pub use example::{Example, Mirror, Targets};
pub use library::{Library, Part, Reader, Shelf};
pub use settings::Settings;
