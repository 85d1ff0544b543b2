//! Self-play ([`play`]), training examples from its games ([`examples`]), the trainer ([`fit`]), and runs of
//! stages that make a network ([`stages`]). The modules are in dependency order: none uses a later one.

mod lock;
pub mod play;
pub mod examples;
pub mod fit;
pub mod stages;
