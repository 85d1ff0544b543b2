//! Matches between Twixt bots or engines, statistics, a league, and protocol checks.

#![forbid(unsafe_code)]

mod digest;
pub mod matches;
pub mod report;
pub mod league;
pub mod compliance;
