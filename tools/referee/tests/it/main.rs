//! Tests of the referee with this project's players. Tests of time limits are in `cli`, a separate program, so that
//! they do not run in parallel with these.

mod own_bot;
mod turns;
