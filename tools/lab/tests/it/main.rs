//! Tests of the lab's library and program.

mod common;

mod command_compliance;
mod command_engines;
mod command_frozen;
mod command_gtp;
mod command_match;
mod command_openings;
mod command_resume;
mod engines;
mod report_line;
