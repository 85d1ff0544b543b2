//! The loop: self-play, training, matches, and promotion of the better network, round after round.
//!
//! A *track* is a network of its own, with its boards, games and best network. [`run`] is the loop itself;
//! [`games`], [`training`] and [`gate`] are the parts of a [`generation`], [`steps`] runs the commands of
//! training and of generations whose commands are written out in the settings; [`state`] keeps finished work on
//! disk; a [`pool`] runs commands on this machine or on many.

pub mod command;
pub mod settings;
pub mod line;
pub mod state;
pub mod chunks;
pub mod child;
pub mod pool;
pub mod generation;
pub mod games;
pub mod steps;
pub mod training;
pub mod gate;
pub mod chart;
pub mod run;
