//! Matches between Twixt bots or engines, statistics, and protocol checks.

#![forbid(unsafe_code)]

mod digest;
pub mod matches;
pub mod report;
pub mod compliance;
