//! The referee with players of this project. Tests of the clock are in `cli`, a program of its own, which runs
//! when no other test is busy.

mod engine;
mod own_bot;
mod sparring;
