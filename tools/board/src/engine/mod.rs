//! Searches: limits on their number, sharing of cores, and reports.

mod client;
mod report;
mod search;

pub use client::{Client, Kind, SearchSlots};
pub use report::{Proven, SearchReport};
pub use search::{search, SearchLimits};
