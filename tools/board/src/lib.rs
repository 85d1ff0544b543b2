//! The board in the browser: a local web server with its page compiled in.
//!
//! The page draws and asks; rules, engine, formats and records stay here, so that there is one set of
//! rules. The server takes no harm from whoever speaks to it: every body, every search and every wait is
//! bounded, and nothing on disk is read but the files that the command line names.

#![forbid(unsafe_code)]

pub mod refusal;
pub mod page;
pub mod wire;
pub mod engine;
pub mod records;
pub mod export;
pub mod state;
pub mod api;
pub mod server;
pub mod options;
