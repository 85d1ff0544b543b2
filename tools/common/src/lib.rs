//! Infrastructure of the programs: signals, exit status, command lines, terminals, atomic file writes, journals, progress
//! output, worker threads, ranges and opening lists. The modules are in dependency order.

#![deny(unsafe_code)]

pub mod stop;
pub mod exit;
#[cfg(not(target_family = "wasm"))]
pub mod cli;
pub mod terminal;
pub mod file;
pub mod journal;
pub mod progress;
pub mod workers;
pub mod range;
#[cfg(feature = "openings")]
pub mod openings;
