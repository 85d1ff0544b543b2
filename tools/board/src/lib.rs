//! The board in the browser: a local web server with the page embedded in the program.
//!
//! The page renders the game and sends requests; `board-core` answers them. Request bodies, searches and waits are
//! bounded, so that no client can exhaust the server. No files are read except those named on the command line.

#![forbid(unsafe_code)]

pub mod error;
pub mod page;
pub mod records;
pub mod slots;
pub mod state;
pub mod api;
pub mod server;
pub mod options;
