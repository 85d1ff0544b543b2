//! Local referee for the Twixt PP arena: runs two bots under the arena's protocol, rules and time control.

pub mod game;
pub mod turn;
pub mod bot;
pub mod child;
pub mod verdict;
pub mod play;
pub mod record;
mod plain;
pub mod players;
pub mod signals;
