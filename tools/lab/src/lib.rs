//! The lab: matches between Twixt PP bots, and what can be believed of them.
//!
//! The modules stand in dependency order.

pub mod stats;
pub mod tournament;
pub mod report;
pub mod league;
pub mod compliance;
