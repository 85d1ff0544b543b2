//! Runs of stages: the recipe of a network, stated in one file.
//!
//! A stage is a command: self-play, training, a match, or the installation of a network
//! ([`StageKind`](settings::StageKind)). [`settings`] parses the stages, and [`run`] runs those that are not finished, in the run's folder. Self-play and training run within this
//! program, and [`mod@matches`] are played by `lab`; on a Ray cluster ([`ray`]), games and matches
//! are divided into [`parts`].

pub mod settings;
pub mod matches;
pub mod ray;
pub mod parts;
pub mod run;
