//! Twixt for people: a game at the terminal, pictures of games, files of all formats, and an engine
//! that other programs can talk to.

#![forbid(unsafe_code)]

pub mod convert;
pub mod engine;
pub mod files;
pub mod gtp;
pub mod line;
mod lines;
pub mod play;
pub mod review;
pub mod show;
pub mod start;
pub mod view;
pub mod words;
