//! How long a turn may take.

use crate::search::Limits;
use std::time::{Duration, Instant};

/// Stops a search at a time.
#[must_use]
pub fn until(deadline: Instant) -> Limits {
    Limits::stop(move || Instant::now() >= deadline)
}

/// The time that a bot gives itself, from a turn's first byte to its answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// For the first answer.
    pub first: Duration,
    /// For each later one.
    pub turn: Duration,
}

impl TimeControl {
    /// What the arena allows: later is lost.
    pub const ARENA: TimeControl =
        TimeControl { first: Duration::from_millis(1000), turn: Duration::from_millis(300) };

    /// What the bot plans for: the arena's machines pause a process for 5–20 ms now and then, and
    /// the answer has still to be written. In a debug build a pass may take four times ten
    /// milliseconds.
    pub const DEFAULT: TimeControl = TimeControl {
        first: Duration::from_millis(if cfg!(debug_assertions) { 850 } else { 930 }),
        turn: Duration::from_millis(if cfg!(debug_assertions) { 190 } else { 270 }),
    };

    /// When the thinking of a turn ends whose first byte came at `started`.
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
