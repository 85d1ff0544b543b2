//! The lab as its users run it.

mod common;
mod contest;
mod frozen;
mod league;
mod matches;
mod resume;
