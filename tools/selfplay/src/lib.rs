//! Games of the search against itself, made by the hundred thousand, and the training records that
//! a network learns from.
//!
//! A game is a function of the [`Settings`] and its number alone, so games can be made anywhere, in
//! any order, and only those that are missing are played. They lie in append-only [`shard`]s, as
//! moves, visits and values; [`expand`] makes [`record`]s of fixed size of them.
//!
//! The modules stand in dependency order; none uses a later one.

pub mod game;
pub mod evaluators;
mod draw;
pub mod settings;
pub mod resign;
mod think;
mod starts;
mod finish;
pub mod play;
pub mod openings;
pub mod shard;
pub mod progress;
pub mod run;
pub mod planes;
pub mod chain;
pub mod record;
pub mod expand;
pub mod stats;
pub mod first_pegs;

pub use settings::Settings;
