//! Ctrl-C and its like: no bot outlives the program that started it.
//!
//! On systems without these signals the bots share the console and receive Ctrl-C themselves.

use crate::child::kill_all;
use common::stop::{on_signal, Stop};
use std::io;

/// Makes a signal that ends this program end its bots first.
///
/// # Errors
///
/// If the signals cannot be received.
pub fn end_bots_first() -> io::Result<()> {
    on_signal(|signal| {
        kill_all();
        std::process::exit(128 + signal);
    })
}

/// Returns a flag that the first such signal raises; the second one ends bots and program at once.
///
/// # Errors
///
/// As [`end_bots_first`].
pub fn raise_flag() -> io::Result<Stop> {
    Stop::listen(kill_all)
}
