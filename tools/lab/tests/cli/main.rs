//! The lab as its users run it.

mod common;
mod matches;
mod resume;
