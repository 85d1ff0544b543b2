//! The referee as its users meet it: as a program, with bots that are programs too.

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
