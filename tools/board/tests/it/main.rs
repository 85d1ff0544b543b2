//! Integration tests of the server, over TCP.

mod client;
mod exports;
mod files;
mod guard;
mod hostile;
mod positions;
mod program;
mod think;
