//! The loop: self-play, training, matches, and promotion of the better network, round after round.
//!
//! A *track* is a network of its own, with its boards, games and best network. [`run`] is the loop itself;
//! [`games`], [`training`] and [`gate`] are its parts; [`state`] keeps finished work on disk; a [`pool`] runs
//! tasks on this machine or on many.

pub mod settings;
pub mod line;
pub mod state;
pub mod chunks;
pub mod child;
pub mod progress;
pub mod pool;
pub mod part;
pub mod games;
pub mod training;
pub mod gate;
pub mod chart;
pub mod run;
