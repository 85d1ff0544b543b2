//! Time control.

use crate::search::Limits;
use std::time::{Duration, Instant};

/// Creates a limit that stops a search at `deadline`.
#[must_use]
pub fn until(deadline: Instant) -> Limits {
    Limits::stop(move || Instant::now() >= deadline)
}

/// The time per answer, measured from the first byte of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The time for the first answer.
    pub first: Duration,
    /// The time for each later answer.
    pub turn: Duration,
}

impl TimeControl {
    /// The arena's limits; an answer after its limit loses the game.
    pub const ARENA: TimeControl =
        TimeControl { first: Duration::from_millis(1000), turn: Duration::from_millis(300) };

    /// The arena's limits minus a move overhead for pauses of its machines (5–20 ms) and for writing the answer.
    pub const DEFAULT: TimeControl =
        TimeControl { first: Duration::from_millis(930), turn: Duration::from_millis(270) };

    /// Returns the time at which the search must end, for a turn whose first byte arrived at `started`.
    #[must_use]
    pub fn deadline(&self, started: Instant, is_first: bool) -> Instant {
        started + if is_first { self.first } else { self.turn }
    }
}

impl Default for TimeControl {
    fn default() -> TimeControl {
        TimeControl::DEFAULT
    }
}
