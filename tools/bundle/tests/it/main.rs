//! Integration tests of the bundler with whole programs.

mod bot;
mod cases;
mod command;
mod corpus;
mod frozen_games;
mod programs;
mod project;
mod samples;
