//! The lab: matches between Twixt bots and between engines, and their statistics.
//!
//! The modules are in dependency order.

#![forbid(unsafe_code)]

mod digest;
pub mod stats;
pub mod matches;
pub mod report;
pub mod league;
pub mod compliance;
