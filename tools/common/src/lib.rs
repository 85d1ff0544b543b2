//! Infrastructure of the programs: signals, exit status, command lines, terminals, atomic file writes, progress output
//! and worker threads. The modules are in dependency order.

#![deny(unsafe_code)]

pub mod stop;
pub mod exit;
pub mod cli;
pub mod terminal;
pub mod file;
pub mod progress;
pub mod workers;
