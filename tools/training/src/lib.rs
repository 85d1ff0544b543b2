//! Self-play, training and the training loop for the bot's networks.
//!
//! [`play`] generates self-play games and stores them in shards. [`examples`] turns their positions
//! into training examples. [`fit`] trains a network on them and writes the integer network that the
//! engine evaluates ([`twixt::network`]). [`rounds`] repeats all of this, with matches that decide
//! whether a new network replaces the best one. No module uses a later one.

pub mod play;
pub mod examples;
pub mod fit;
pub mod rounds;
