//! The loop: self-play, training, matches, and promotion of the better network, round after round.
//!
//! A *track* is a network of its own, with its boards, games and best network. [`run`] is the loop itself;
//! [`games`], [`training`] and [`gate`] are the parts of a generation, [`stages`] makes generations whose
//! commands are written out in the settings; [`state`] keeps finished work on disk; a [`pool`] runs
//! tasks on this machine or on many.

pub mod settings;
pub mod line;
pub mod state;
pub mod chunks;
pub mod child;
pub mod pool;
pub mod part;
mod here;
pub mod games;
pub mod training;
pub mod stages;
pub mod gate;
pub mod chart;
pub mod run;
