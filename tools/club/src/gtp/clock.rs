//! The time settings of a client, and the engine's share of the time left.

use std::time::Duration;
use twixt::geometry::{BySide, Side};

/// A side's remaining time.
#[derive(Clone, Copy, Default, Debug)]
struct Remaining {
    time: Duration,
    /// Number of moves to play in this time; 0 means the rest of the game.
    moves: u32,
}

/// Time control set by `time_settings` and `time_left`.
#[derive(Clone, Default, Debug)]
pub(super) struct Clock {
    main: Duration,
    period: Duration,
    moves: u32,
    is_limited: bool,
    left: BySide<Option<Remaining>>,
}

/// Assumed number of remaining moves, if the time is for the rest of the game.
const EXPECTED_MOVES: u32 = 20;
/// Time of a turn kept in reserve for communication with the controller. The move overhead of the arena is part of
/// `TimeControl::DEFAULT`.
const CONTROLLER_OVERHEAD: Duration = Duration::from_millis(50);
const MIN_TIME: Duration = Duration::from_millis(10);

impl Clock {
    /// Handles `time_settings`: the main time, then periods for `moves` moves each. A positive period with 0 moves means no
    /// limit.
    pub(super) fn set(&mut self, main: Duration, period: Duration, moves: u32) {
        let is_limited = moves > 0 || period.is_zero();
        *self = Clock { main, period, moves, is_limited, left: BySide::default() };
    }

    /// Handles `time_left`: a side's remaining time, and the number of moves to play in it.
    pub(super) fn set_left(&mut self, side: Side, time: Duration, moves: u32) {
        self.is_limited = true;
        self.left[side] = Some(Remaining { time, moves });
    }

    /// Returns the time for the side's next move; `None` without a limit.
    pub(super) fn allotted(&self, side: Side) -> Option<Duration> {
        if !self.is_limited {
            return None;
        }
        let left = self.left[side].unwrap_or(match self.main.is_zero() {
            true => Remaining { time: self.period, moves: self.moves },
            false => Remaining { time: self.main, moves: 0 },
        });
        let share = match left.moves {
            // A fraction of the main time, plus half the time per move of the next period.
            0 => left.time / EXPECTED_MOVES + self.period / self.moves.max(1) / 2,
            moves => left.time / moves,
        };
        Some(share.min(left.time).saturating_sub(CONTROLLER_OVERHEAD).max(MIN_TIME))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(clock: &Clock) -> Option<u128> {
        clock.allotted(Side::Vertical).map(|time| time.as_millis())
    }

    #[test]
    fn time_per_move_follows_the_time_control() {
        let seconds = Duration::from_secs_f64;
        let mut clock = Clock::default();
        assert_eq!(millis(&clock), None);
        clock.set(seconds(0.0), seconds(0.3), 1);
        assert_eq!(millis(&clock), Some(250));
        clock.set(seconds(0.0), seconds(10.0), 5);
        assert_eq!(millis(&clock), Some(1950));
        clock.set(seconds(600.0), seconds(0.0), 0);
        assert_eq!(millis(&clock), Some(29_950));
        clock.set_left(Side::Vertical, seconds(10.0), 0);
        assert_eq!(millis(&clock), Some(450));
        clock.set_left(Side::Vertical, seconds(0.0), 0);
        assert_eq!(millis(&clock), Some(10));
        clock.set_left(Side::Vertical, seconds(3.0), 1);
        assert_eq!(millis(&clock), Some(2950));
        clock.set(seconds(0.0), seconds(1.0), 0);
        assert_eq!(millis(&clock), None);
    }
}
