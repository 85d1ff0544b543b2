//! Signal handlers that kill all bots when a signal ends the program. On systems without these signals the bots
//! receive Ctrl-C directly, since they share the console.

use crate::process::kill_all;
use common::stop::{on_signal, Stop};
use std::io;

/// Installs a handler that kills all bots and exits on a termination signal.
pub fn kill_bots_on_signal() -> io::Result<()> {
    on_signal(|signal| {
        kill_all();
        std::process::exit(128 + signal);
    })
}

/// Returns a flag that the first termination signal sets; a second one kills the bots and exits.
pub fn stop_on_signal() -> io::Result<Stop> {
    Stop::listen(kill_all)
}
