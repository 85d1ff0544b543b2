//! Signal handlers that end all bots with the program that started them.
//!
//! On systems without these signals the bots share the console and receive Ctrl-C directly.

use crate::child::kill_all;
use common::stop::{on_signal, Stop};
use std::io;

/// Installs a handler that kills all bots and exits on a termination signal.
///
/// # Errors
///
/// If the handler cannot be installed.
pub fn kill_bots_on_signal() -> io::Result<()> {
    on_signal(|signal| {
        kill_all();
        std::process::exit(128 + signal);
    })
}

/// Returns a flag that the first termination signal raises; a second one kills the bots and exits.
///
/// # Errors
///
/// If the handler cannot be installed.
pub fn stop_on_signal() -> io::Result<Stop> {
    Stop::listen(kill_all)
}
