//! Alpha-beta over link distances.
//!
//! The modules stand in dependency order.

pub mod score;
pub mod params;
pub mod leaf;
pub mod candidates;
pub mod table;
pub mod history;
pub mod limits;
pub mod search;
pub mod deepen;
mod player;

pub use player::{answer, play, Flags};
