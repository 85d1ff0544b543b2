//! The lab: matches between Twixt bots and between engines, and what can be believed of them.
//!
//! The modules stand in dependency order.

#![forbid(unsafe_code)]

mod digest;
pub mod stats;
pub mod tournament;
pub mod contest;
pub mod report;
pub mod league;
pub mod compliance;
