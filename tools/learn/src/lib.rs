//! The learning loop as one command that is left alone: self-play, training, matches, and the better
//! network goes on.
//!
//! A *track* is a network of its own, with boards, games and a best network of its own. [`run`] goes
//! round; [`games`], [`training`] and [`gate`] are its parts; [`state`] keeps on disk what is done;
//! [`pool`]s work tasks off on this machine or on many. The modules stand in dependency order; none
//! uses a later one.

#![forbid(unsafe_code)]

pub mod settings;
pub mod line;
pub mod state;
pub mod chunks;
pub mod child;
pub mod stop;
pub mod progress;
pub mod pool;
pub mod part;
pub mod games;
pub mod training;
pub mod gate;
pub mod chart;
pub mod run;
