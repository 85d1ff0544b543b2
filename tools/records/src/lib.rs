//! Records of games: journals of matches, statistics, openings and ratings. The modules are in dependency order.
//!
//! [`lines`] is the format of all journals: JSON lines with a checksum. A [`journal`] of a match holds its
//! [`plan`] and the [`game`]s, a file beside it the [`running`] ones; [`standings`] sums them up, [`stats`] estimates Elo
//! and decides sequential tests, [`ratings`] rates several bots.

#![forbid(unsafe_code)]

pub mod file;
pub mod lines;
pub mod seat;
pub mod game;
pub mod tables;
pub mod running;
pub mod journal;
pub mod range;
pub mod openings;
pub mod stats;
pub mod plan;
pub mod standings;
pub mod ratings;
