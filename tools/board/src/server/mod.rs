//! Connections: access control and timeouts.

mod guard;
mod write_timeout;
mod serve;

pub use serve::serve;
