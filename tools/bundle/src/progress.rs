//! Says on stderr what is going on, but only when it takes a while.

use std::cell::Cell;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(2);

/// Prints the name of a step once the silence has lasted two seconds.
pub(crate) struct Progress {
    last: Cell<Instant>,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        Progress { last: Cell::new(Instant::now()) }
    }

    /// Announces that `what` begins now.
    pub(crate) fn step(&self, what: &str) {
        if self.last.get().elapsed() >= PATIENCE {
            common::note!("{what} ...");
            self.last.set(Instant::now());
        }
    }
}
