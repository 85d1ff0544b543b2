//! Tests of the lab's library and program.

mod common;

mod command_compliance;
mod command_contest;
mod command_frozen;
mod command_league;
mod command_match;
mod command_resume;
mod command_sprt;
mod contest_engines;
mod league_chart;
mod league_choose;
mod league_frozen;
mod league_ratings;
mod league_table;
mod sprt;
mod stats_counts;
mod stats_published;
