//! Self-play ([`play`]), data extracted from its games ([`examples`]), the trainer ([`fit`]) and the
//! training loop ([`rounds`]) for the bot's networks. The modules are in dependency order: none uses
//! a later one.

pub mod play;
pub mod examples;
pub mod fit;
pub mod rounds;
