//! The bundler as its users meet it: whole programs in, one source file out.

mod bot;
mod command;
mod frozen_games;
mod programs;
mod project;
