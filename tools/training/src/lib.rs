//! Self-play ([`play`]), data extracted from games ([`examples`]), the trainer ([`fit`]) and the
//! training loop ([`rounds`]) for the bot's networks. No module uses a later one.

pub mod play;
pub mod examples;
pub mod fit;
pub mod rounds;
