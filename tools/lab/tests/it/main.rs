//! Tests of the lab that need no clock, in one program.

mod contest_engines;
mod league_chart;
mod league_choose;
mod league_frozen;
mod league_ratings;
mod league_table;
mod sprt;
mod stats_command;
mod stats_counts;
mod stats_published;
