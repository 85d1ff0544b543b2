//! Library of `club`: games at the terminal, reviews, diagrams, conversion of files, and a GTP engine.

#![forbid(unsafe_code)]

pub mod convert;
pub mod engine;
pub mod files;
pub mod gtp;
pub mod history;
mod lines;
pub mod play;
pub mod review;
pub mod show;
pub mod start;
pub mod view;
