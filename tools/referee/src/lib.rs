//! Local referee for the Twixt PP arena: runs two bots under the arena's protocol, rules and time control.
//! Its rules are implemented independently of the engine's, so that the two verify each other.

pub mod rules;
pub mod turn;
pub mod bot;
pub mod child;
pub mod verdict;
pub mod play;
pub mod record;
pub mod opening;
pub mod players;
pub mod signals;
