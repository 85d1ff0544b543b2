//! Connections: access control and timeouts.

mod guard;
mod serve;

pub use serve::serve;
