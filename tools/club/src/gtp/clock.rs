use std::time::Duration;
use twixt::geometry::{BySide, Side};

/// What is left of a side's time.
#[derive(Clone, Copy, Default, Debug)]
struct Left {
    time: Duration,
    /// Moves that the time is for; 0 for all of the game.
    stones: u32,
}

/// How long a move may take by `time_settings` and `time_left`.
#[derive(Clone, Default, Debug)]
pub(super) struct Clock {
    main: Duration,
    period: Duration,
    stones: u32,
    /// Whether there is a limit at all.
    on: bool,
    left: BySide<Option<Left>>,
}

/// Moves that a game is thought to go on for when only a time for all of it is known.
const MOVES_TO_GO: u32 = 20;
/// Kept back for the way to the controller.
const LAG: Duration = Duration::from_millis(50);
/// Less than this is not thought.
const LEAST: Duration = Duration::from_millis(10);

impl Clock {
    /// `time_settings`: seconds of main time, then again and again a period for so many moves; a
    /// period without moves means no limit.
    pub(super) fn set(&mut self, main: u32, period: u32, stones: u32) {
        let seconds = |n: u32| Duration::from_secs(n.into());
        let on = stones > 0 || period == 0;
        *self = Clock {
            main: seconds(main),
            period: seconds(period),
            stones,
            on,
            left: BySide::default(),
        };
    }

    /// `time_left`: what a side has.
    pub(super) fn set_left(&mut self, side: Side, seconds: u32, stones: u32) {
        self.on = true;
        self.left[side] = Some(Left { time: Duration::from_secs(seconds.into()), stones });
    }

    /// How long the side may think about its next move; `None` without a limit.
    pub(super) fn allotted(&self, side: Side) -> Option<Duration> {
        if !self.on {
            return None;
        }
        let left = self.left[side].unwrap_or(match self.main.is_zero() {
            true => Left { time: self.period, stones: self.stones },
            false => Left { time: self.main, stones: 0 },
        });
        let share = match left.stones {
            // Main time: a part of it, and of what comes after it.
            0 => left.time / MOVES_TO_GO + self.period / self.stones.max(1) / 2,
            stones => left.time / stones,
        };
        Some(share.min(left.time).saturating_sub(LAG).max(LEAST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn millis(clock: &Clock) -> Option<u128> {
        clock.allotted(Side::Vertical).map(|time| time.as_millis())
    }

    #[test]
    fn time_is_shared_among_the_moves_that_it_is_for() {
        let mut clock = Clock::default();
        assert_eq!(millis(&clock), None);
        clock.set(0, 10, 5);
        assert_eq!(millis(&clock), Some(1950));
        clock.set(600, 0, 0);
        assert_eq!(millis(&clock), Some(29_950));
        clock.set_left(Side::Vertical, 10, 0);
        assert_eq!(millis(&clock), Some(450));
        clock.set_left(Side::Vertical, 0, 0);
        assert_eq!(millis(&clock), Some(10));
        clock.set_left(Side::Vertical, 3, 1);
        assert_eq!(millis(&clock), Some(2950));
        // A period for no moves means no limit.
        clock.set(0, 1, 0);
        assert_eq!(millis(&clock), None);
    }
}
