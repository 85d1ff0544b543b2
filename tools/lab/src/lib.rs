//! Matches between Twixt bots or engines, their statistics, a league, and protocol checks.
//!
//! The modules are in dependency order.

#![forbid(unsafe_code)]

mod digest;
pub mod stats;
pub mod matches;
pub mod report;
pub mod league;
pub mod compliance;
