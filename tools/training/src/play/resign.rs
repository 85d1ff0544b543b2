//! Resignation, and how often it is wrong.
//!
//! Playing lost games to the end costs time and teaches little, and a wrong resignation gives a
//! wrong target. One game in ten is therefore played on, to measure how many resignations would
//! have been wrong.

use crate::play::game::{Game, Resignation};
use std::fmt;
use std::ops::AddAssign;
use twixt::geometry::{BySide, Side};
use twixt::random::Random;

/// Number of consecutive turns of a side below the threshold before it resigns.
const HOPELESS_TURNS: u8 = 2;

/// One game in this many is played on.
const PLAYED_ON: u32 = 10;

/// Resignation rule: tracks the values of both sides during a game.
pub(crate) struct Watch {
    threshold: f32,
    played_on: bool,
    hopeless: BySide<u8>,
    /// The first resignation of the game.
    pub(crate) resignation: Option<Resignation>,
}

impl Watch {
    /// Creates the rule for game `number`; `threshold` 0 turns resignation off.
    pub(crate) fn new(threshold: f32, number: u32) -> Watch {
        // Hashed, so that patterns in the numbers have no effect.
        let played_on = Random::new(number.into()).below(PLAYED_ON) == 0;
        Watch { threshold, played_on, hopeless: BySide::default(), resignation: None }
    }

    /// Records the value of a side's turn; returns whether the side resigns now.
    pub(crate) fn gives_up(&mut self, side: Side, value: f32, ply: usize) -> bool {
        let turns = &mut self.hopeless[side];
        *turns = if value < self.threshold { *turns + 1 } else { 0 };
        if *turns < HOPELESS_TURNS || self.resignation.is_some() {
            *turns = (*turns).min(HOPELESS_TURNS);
            return false;
        }
        self.resignation = Some(Resignation { ply: ply as u16, played_on: self.played_on });
        !self.played_on
    }
}

/// Counts of games in which a side met the condition to resign.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Resignations {
    /// Games that ended by resignation.
    pub given_up: u64,
    /// Games that were played on.
    pub played_on: u64,
    /// Games that were played on and that the resigning side did not lose.
    pub mistaken: u64,
}

impl Resignations {
    /// Returns the counts of one game.
    #[must_use]
    pub fn of(game: &Game) -> Resignations {
        let mut count = Resignations::default();
        if let Some(Resignation { ply, played_on }) = game.resignation {
            let lost = game.ending.half_points(game.mover(usize::from(ply))) == 0;
            count.given_up = u64::from(!played_on);
            count.played_on = u64::from(played_on);
            count.mistaken = u64::from(played_on && !lost);
        }
        count
    }

    /// Returns whether any side met the condition to resign.
    #[must_use]
    pub fn any(&self) -> bool {
        self.given_up + self.played_on > 0
    }
}

impl AddAssign for Resignations {
    fn add_assign(&mut self, other: Resignations) {
        self.given_up += other.given_up;
        self.played_on += other.played_on;
        self.mistaken += other.mistaken;
    }
}

impl fmt::Display for Resignations {
    /// `1 of 12 resignations in games played on was wrong (8.3 %)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Resignations { played_on, mistaken, .. } = self;
        write!(f, "resigning was a mistake in {mistaken} of {played_on} games played on to see")?;
        if *played_on > 0 {
            write!(f, " ({:.1} %)", 100.0 * *mistaken as f64 / *played_on as f64)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn watch(number: u32) -> Watch {
        Watch::new(0.1, number)
    }

    #[test]
    fn a_side_gives_up_in_its_second_hopeless_turn_running() {
        let number = (0..).find(|&number| !watch(number).played_on).unwrap();
        let mut watch = watch(number);
        let (one, other) = (Side::Vertical, Side::Horizontal);
        let turns = [(one, 0.05), (other, 0.9), (one, 0.2), (other, 0.8), (one, 0.05)];
        for (ply, (side, value)) in turns.into_iter().enumerate() {
            assert!(!watch.gives_up(side, value, ply));
        }
        assert!(!watch.gives_up(other, 0.05, 5));
        assert!(watch.gives_up(one, 0.09, 6));
        assert_eq!(watch.resignation, Some(Resignation { ply: 6, played_on: false }));
    }

    #[test]
    fn a_game_played_on_remembers_the_first_wish() {
        let number = (0..).find(|&number| watch(number).played_on).unwrap();
        let mut watch = watch(number);
        assert!((0..9).all(|ply| !watch.gives_up(Side::ALL[ply % 2], 0.01, ply)));
        assert_eq!(watch.resignation, Some(Resignation { ply: 2, played_on: true }));
    }

    #[test]
    fn a_tenth_is_played_on_and_zero_is_never() {
        let count = (0..10_000).filter(|&number| watch(number).played_on).count();
        assert!((900..1100).contains(&count), "{count}");
        let mut never = Watch::new(0.0, 1);
        assert!((0..9).all(|ply| !never.gives_up(Side::Vertical, 0.0, ply)));
        assert_eq!(never.resignation, None);
    }
}
