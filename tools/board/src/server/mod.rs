//! Connections: who may speak to the server, and for how long.

mod guard;
mod patient;
mod serve;

pub use serve::serve;
