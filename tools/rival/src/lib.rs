//! An alpha-beta player for Twixt PP: an opponent of another kind than the project's bot, so that
//! progress is not measured against the bot's own kind alone.
//!
//! The bot averages what it finds, this player believes the best line: negamax with principal
//! variation search, deepened ply by ply, over the values that link distances give. The tree search,
//! its table and its move ordering are its own. Board, rules, link distances, the answers to a threat,
//! the first peg, the swap by the ellipse, the protocol and the time budget are the engine's, and the
//! leaf value is the formula of the bot's search by link distances with the same weights.
//!
//! The modules stand in dependency order.

#![forbid(unsafe_code)]

pub mod score;
pub mod params;
pub mod leaf;
pub mod candidates;
pub mod table;
pub mod history;
pub mod limits;
pub mod search;
pub mod deepen;
pub mod player;

pub use player::run;
