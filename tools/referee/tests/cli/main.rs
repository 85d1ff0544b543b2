//! Tests of the `referee` program with bots that are processes.

#[cfg(target_os = "linux")]
mod children;
mod common;
#[cfg(unix)]
mod outputs;
mod game_time;
mod random_games;
#[cfg(unix)]
mod runners;
#[cfg(unix)]
mod unstarted;
#[cfg(unix)]
mod verdicts;
