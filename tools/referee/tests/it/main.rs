//! The referee with players of this project. Tests of time limits are in `cli`, a separate binary that
//! does not run in parallel with these.

mod engine;
mod own_bot;
mod sparring;
