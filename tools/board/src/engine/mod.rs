//! Searches: how many there may be, how they share the machine's cores, what they found.

mod client;
mod finding;
mod search;

pub use client::{Client, Kind, Seats};
pub use finding::{Finding, Proven};
pub use search::{search, Aim};
