//! Work that lasts, on a thread of its own.

use super::seats::{Seat, SLICE};
use std::time::Instant;
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;

/// Work that shares the cores with all other work: it holds one for a slice, then waits for its turn.
pub struct Work {
    seat: Seat,
    handle: Handle,
    core: Option<(OwnedSemaphorePermit, Instant)>,
}

impl Work {
    /// Work that holds no core yet; to be made on a thread that may block.
    ///
    /// # Panics
    ///
    /// Outside of the server.
    #[must_use]
    pub fn new(seat: Seat) -> Work {
        Work { seat, handle: Handle::current(), core: None }
    }

    /// Gives the core back, for waiting.
    pub fn pause(&mut self) {
        self.core = None;
    }

    /// Goes on working: on the same core if its slice is not over, else when it is this work's turn.
    pub fn share(&mut self) {
        if self.core.as_ref().is_some_and(|(_, since)| since.elapsed() < SLICE) {
            return;
        }
        self.core = None;
        // The cores are never closed.
        let core = self.handle.block_on(self.seat.cores().acquire_owned()).ok();
        self.core = core.map(|core| (core, Instant::now()));
    }
}
