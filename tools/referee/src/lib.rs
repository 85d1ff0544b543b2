//! A local referee of the Twixt PP arena: it starts two bots, feeds them turns as the arena does,
//! and holds them to the rules and the clock.
//!
//! The rules here are the referee's own and share nothing with the engine's, so that where the two
//! agree, each is evidence for the other. The arena's cap on the time of a whole game is modelled where
//! [`play::Settings::game`] asks for it: nobody could tell whom it makes the winner.
//!
//! The modules stand in dependency order.

pub mod rules;
pub mod turn;
pub mod bot;
pub mod child;
pub mod verdict;
pub mod play;
pub mod record;
pub mod tally;
pub mod opening;
pub mod players;
pub mod signals;
