//! The server from outside, over its wire.

mod client;
mod exports;
mod files;
mod guard;
mod hostile;
mod positions;
mod program;
mod think;
