//! Resignation, and how often it is wrong.
//!
//! Playing lost games to the end costs time and yields little, but a wrong resignation gives a wrong
//! value target. One game in ten is played on to measure the fraction of wrong resignations.

use crate::play::game::{Game, Resignation};
use std::fmt;
use std::ops::AddAssign;
use twixt::geometry::{BySide, Side};
use twixt::random::Random;

/// Number of consecutive turns with a value below the threshold after which a side resigns.
const TURNS_BELOW: u8 = 2;

const PLAYED_ON: u32 = 10;

/// Resignation rule; tracks the values of both sides during a game.
pub(crate) struct ResignationRule {
    threshold: f32,
    played_on: bool,
    turns_below: BySide<u8>,
    pub(crate) resignation: Option<Resignation>,
}

impl ResignationRule {
    /// Creates the rule for game `number`; `threshold` 0 turns resignation off.
    pub(crate) fn new(threshold: f32, number: u32) -> ResignationRule {
        // The number is hashed, so that patterns in the numbers have no effect.
        let played_on = Random::new(number.into()).below(PLAYED_ON) == 0;
        ResignationRule { threshold, played_on, turns_below: BySide::default(), resignation: None }
    }

    /// Records the value of a side's turn at index `ply`; returns whether the side resigns now.
    pub(crate) fn resigns(&mut self, side: Side, value: f32, ply: usize) -> bool {
        let turns = &mut self.turns_below[side];
        *turns = if value < self.threshold { *turns + 1 } else { 0 };
        if *turns < TURNS_BELOW || self.resignation.is_some() {
            *turns = (*turns).min(TURNS_BELOW);
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
    pub resigned: u64,
    /// Games that were played on although a side met the condition.
    pub played_on: u64,
    /// Games that were played on and that the resigning side did not lose.
    pub wrong: u64,
}

impl Resignations {
    /// Returns the counts of one game.
    pub fn of(game: &Game) -> Resignations {
        let mut count = Resignations::default();
        if let Some(Resignation { ply, played_on }) = game.resignation {
            let lost = game.ending.half_points(game.mover(usize::from(ply))) == 0;
            count.resigned = u64::from(!played_on);
            count.played_on = u64::from(played_on);
            count.wrong = u64::from(played_on && !lost);
        }
        count
    }

    /// Returns whether any side met the condition to resign.
    pub fn any(&self) -> bool {
        self.resigned + self.played_on > 0
    }
}

impl AddAssign for Resignations {
    fn add_assign(&mut self, other: Resignations) {
        self.resigned += other.resigned;
        self.played_on += other.played_on;
        self.wrong += other.wrong;
    }
}

impl fmt::Display for Resignations {
    /// Formats the counts as `1 of 12 resignations in games played on were wrong (8.3 %)`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Resignations { played_on, wrong, .. } = self;
        write!(f, "{wrong} of {played_on} resignations in games played on were wrong")?;
        if *played_on > 0 {
            write!(f, " ({:.1} %)", 100.0 * *wrong as f64 / *played_on as f64)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rule(number: u32) -> ResignationRule {
        ResignationRule::new(0.1, number)
    }

    #[test]
    fn a_side_resigns_in_its_second_turn_in_a_row_below_the_threshold() {
        let number = (0..).find(|&number| !rule(number).played_on).unwrap();
        let mut rule = rule(number);
        let (one, other) = (Side::Vertical, Side::Horizontal);
        let turns = [(one, 0.05), (other, 0.9), (one, 0.2), (other, 0.8), (one, 0.05)];
        for (ply, (side, value)) in turns.into_iter().enumerate() {
            assert!(!rule.resigns(side, value, ply));
        }
        assert!(!rule.resigns(other, 0.05, 5));
        assert!(rule.resigns(one, 0.09, 6));
        assert_eq!(rule.resignation, Some(Resignation { ply: 6, played_on: false }));
    }

    #[test]
    fn a_game_played_on_records_the_first_resignation() {
        let number = (0..).find(|&number| rule(number).played_on).unwrap();
        let mut rule = rule(number);
        assert!((0..9).all(|ply| !rule.resigns(Side::ALL[ply % 2], 0.01, ply)));
        assert_eq!(rule.resignation, Some(Resignation { ply: 2, played_on: true }));
    }

    #[test]
    fn a_tenth_is_played_on_and_threshold_0_never_resigns() {
        let count = (0..10_000).filter(|&number| rule(number).played_on).count();
        assert!((900..1100).contains(&count), "{count}");
        let mut never = ResignationRule::new(0.0, 1);
        assert!((0..9).all(|ply| !never.resigns(Side::Vertical, 0.0, ply)));
        assert_eq!(never.resignation, None);
    }
}
