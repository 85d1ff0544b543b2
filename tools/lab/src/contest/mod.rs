//! Games between two engines within this program, by any rule set, on square boards of any size.
//!
//! What `tournament` is for programs that speak the arena's protocol, this is for searches: a
//! [`Plan`] fixes everything that a game depends on, a [`Contest`] plays the games of it that are
//! missing, in pairs from one opening with the seats exchanged, and hands each out as an
//! [`Entry`](crate::tournament::Entry) for the same journals and standings. Nobody swaps. Limited by
//! positions a turn, a game depends on plan and number alone.

mod engine;
mod even;
mod game;
mod mind;
mod openings;
mod plan;
mod run;

pub use self::engine::{Bot, Engine};
pub use even::Even;
pub use mind::{Armed, Mind, Thought};
pub use openings::Openings;
pub use plan::{Pace, Plan};
pub use run::Contest;
