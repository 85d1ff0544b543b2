//! The engine for all programs except the arena's bundle: engines selected by name, play under every rule
//! set, books and network files. It uses no files or signals; callers pass a function that reads files.
//! Threads exist only during a search for which the caller allows more than one.
//!
//! An [`EngineSpec`] names an engine in flags, files and messages. [`Evaluators`] build its
//! evaluators, with checked weights, for any board size. A [`Player`](player::Player) plays under PP and
//! classic rules, with every swap rule, on boards from 5 × 5 to 24 × 24.
//!
//! ```
//! use engine::player::Player;
//! use engine::{EngineSpec, Evaluators};
//! use twixt::geometry::Size;
//! use twixt::rules::{Position, Rules};
//! use twixt::search::Limits;
//!
//! let spec: EngineSpec = "distance".parse()?;
//! // The closure reads weights files, such as that of `network:FILE`.
//! let evaluators = Evaluators::read(&spec, &|file| std::fs::read(file))?;
//!
//! let size = Size::new(8).expect("a size from 5 to 24");
//! let mut position = Position::with_rules(size, Rules::CLASSIC);
//! let mut player = Player::new(position.clone(), &evaluators, 10_000);
//! let answer = player.choose(&position, &Limits::nodes(100));
//! position.play_ply(&answer.ply.expect("a turn, since the game is not over"))?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod book;
pub mod bot;
mod breadth;
mod candidates;
mod classic;
mod grade;
pub mod parallel;
pub mod player;
pub mod regions;
pub mod sampling;
mod spec;
mod swap;
pub mod tpn;

pub use candidates::{candidates, side_after, winner, Candidate};
pub use classic::{for_rules, removals};
pub use spec::{EngineSpec, Evaluators, LoadError, ReadFile, UnknownEngine};
pub use swap::{first_peg, Policy};

use twixt::geometry::Size;

/// Parses the number of holes along an edge of a square board, the value of a flag.
///
/// # Errors
/// The expected text.
pub fn parse_size(text: &str) -> Result<Size, &'static str> {
    text.parse().ok().and_then(Size::new).ok_or("expected a number of holes from 5 to 24")
}
