//! Infrastructure of the programs: signals, exit status, terminals, atomic file writes, journals, progress output, worker
//! threads, ranges and opening lists. The modules are in dependency order.

#![deny(unsafe_code)]

pub mod stop;
pub mod exit;
pub mod terminal;
pub mod file;
pub mod journal;
pub mod progress;
pub mod workers;
pub mod range;
#[cfg(feature = "openings")]
pub mod openings;
