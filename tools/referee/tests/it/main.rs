//! The referee with players of this project. Tests of time limits are in `cli`, a separate program, so that
//! they do not run in parallel with these.

mod engine;
mod own_bot;
mod sparring;
