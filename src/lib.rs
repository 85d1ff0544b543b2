//! A Twixt engine: board, rules, link distances, network, search, and the protocol of the CodinGame arena.
//!
//! The crate contains the arena's bot and all rule sets. The crates `engine` and `formats` of the same workspace
//! add players for classic rules, engines selected by name, and game files.
//!
//! # A position
//!
//! A [`Position`](rules::Position) holds the board, the side to move and the outcome. It checks every
//! [`Move`](rules::Move) that it plays. The first player is [`Side::Vertical`](geometry::Side) and connects
//! top and bottom; its opponent may swap the first peg.
//!
//! ```
//! use twixt::geometry::{Hole, Side, Size};
//! use twixt::rules::{Move, Position};
//!
//! let mut position = Position::new(Size::ARENA);
//! for hole in ["D5", "F8", "E7"] {
//!     position.play(Move::Peg(hole.parse::<Hole>()?))?;
//! }
//! assert_eq!(position.to_move(), Side::Horizontal);
//! // D5 and E7 are a knight's move apart, so they are linked.
//! assert_eq!(position.board().links(Side::Vertical).count(), 1);
//! // An occupied hole is illegal.
//! assert!(position.play(Move::Peg("D5".parse()?)).is_err());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # A move by the engine
//!
//! An [`Engine`](engine::Engine) combines the [`search`] with an [evaluator](evaluate), the
//! [opening book](opening), and the tree that it keeps from move to move. With a node budget, a limit of
//! evaluations, the result is the same on every run and machine.
//!
//! ```
//! use twixt::engine::{Arena, Engine};
//! use twixt::evaluate::default_evaluator;
//! use twixt::geometry::Size;
//! use twixt::opening::PackedBook;
//! use twixt::rules::Position;
//! use twixt::search::{Limits, Params};
//!
//! let mut position = Position::new(Size::ARENA);
//! // The network, or link distances on rectangular boards.
//! let evaluator = default_evaluator(position.size())?;
//! let (book, capacity) = (PackedBook::built_in()?, 10_000);
//! let mut engine =
//!     Engine::new(position.clone(), evaluator, Params::default(), capacity, book, Arena);
//!
//! let decision = engine.choose(&position, &Limits::nodes(50));
//! let best = decision.best.expect("a move, since the game is not over");
//! // For the side to move, from 0 (loss) to 1 (win).
//! assert!((0.0..=1.0).contains(&decision.value));
//! position.play(best)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`time::until`] turns a deadline into a limit.
//!
//! # A bot
//!
//! [`arena::serve`] reads turns of the arena's protocol, rebuilds their positions and writes the answers of
//! any player; [`arena::play`] is that loop with an engine. `examples/minimal_bot.rs` is a complete bot.
//!
//! # Modules
//!
//! The modules are declared in dependency order: none imports a later one. `docs/architecture.md` shows
//! their imports and lists their invariants.

#[cfg(test)]
extern crate self as twixt;

pub mod geometry;
pub mod board;
pub mod rules;
#[cfg(target_arch = "x86_64")]
mod processor;
pub mod distance;
pub mod logistic;
pub mod random;
pub mod text;
pub mod network;
pub mod tree;
pub mod threats;
pub mod evaluate;
pub mod search;
pub mod opening;
pub mod engine;
pub mod time;
pub mod arena;
