//! The lab as its users run it.

mod common;
mod league;
mod matches;
mod resume;
