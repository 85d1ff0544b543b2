//! The training loop: self-play, training, gate matches and promotion, generation after generation.
//!
//! A *track* is an independent series of networks with its own boards, games and best network. [`run`] is the
//! loop itself. A [`generation`] consists of [`games`], [`training`] and [`gate`] matches, or of a stage's
//! commands ([`steps`]). [`state`] stores finished work on disk. A [`pool`] runs tasks on local or remote
//! workers.

pub mod command;
pub mod settings;
pub mod record;
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
