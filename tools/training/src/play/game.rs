//! Game records: the moves, each with its search result.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::Outcome;

/// Index of a hole: row · edge + column, in the board's own orientation (not the mover's).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct HoleNumber(pub u16);

impl HoleNumber {
    /// Returns the index of `hole` on a board of `size`.
    pub fn of(hole: Hole, size: Size) -> HoleNumber {
        HoleNumber(u16::from(hole.row()) * u16::from(size.get()) + u16::from(hole.column()))
    }

    /// Returns the hole, or `None` if it is not on a board of `size`.
    pub fn hole(self, size: Size) -> Option<Hole> {
        let edge = u16::from(size.get());
        let row = self.0 / edge;
        let hole = (row < edge).then(|| Hole::new((self.0 % edge) as u8, row as u8))?;
        size.contains(hole).then_some(hole)
    }
}

/// Kind of a game's start position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ValueEnum)]
pub enum Start {
    /// A few random pegs.
    Random,
    /// An opening played by a small search with link distances.
    DistanceOpening,
    /// Many random pegs that leave both sides a chance.
    Scatter,
    /// One peg in the upper left quarter; no swap.
    FirstPeg,
}

impl Start {
    /// Parses a kind with its odds (relative frequency), such as `random:2`.
    pub fn with_odds(text: &str) -> Result<(Start, u32), String> {
        let named = text.split_once(':').and_then(|(word, odds)| {
            Some((Start::from_str(word, false).ok()?, odds.parse().ok()?))
        });
        named.ok_or_else(|| {
            "expected random:N, distance-opening:N, scatter:N or first-peg:N, separated by commas"
                .to_owned()
        })
    }
}

impl fmt::Display for Start {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// How the move at a searched position was chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// The search's move was played.
    Searched,
    /// A uniformly random move was played.
    Random,
    /// The game stopped because the search proved the result or because neither side can win any
    /// more. [`Ply::hole`] is the search's move, which was not played.
    Proven,
    /// A move other than the search's was sampled by visits and played.
    Sampled,
    /// The side to move resigned. [`Ply::hole`] is the search's move, which was not played.
    Resigned,
}

/// A searched position with its search result and move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ply {
    /// The move.
    pub hole: HoleNumber,
    /// How the move was chosen.
    pub choice: Choice,
    /// Whether the search was full; a fast search, with fewer evaluations, gives no policy target.
    pub full: bool,
    /// Value for the side to move, in 65535ths: 0 is a loss, 65535 a win.
    pub value: u16,
    /// Most visited root moves in descending order of visits, without proven losses; empty if the
    /// result was proven. Visits from earlier searches are included.
    pub visits: Vec<(HoleNumber, u32)>,
    /// `None`; a number in games of earlier versions has no meaning any more.
    pub reserved: Option<u16>,
}

impl Ply {
    /// Maximum size of a truncated ply in bytes. Together with its share of the game's other data
    /// (about 80 bytes per game), a ply takes less than 100 bytes in a shard.
    pub const MAX_BYTES: usize = 90;

    /// Drops the least visited moves until the ply takes at most [`Ply::MAX_BYTES`] bytes in a
    /// shard. Hole numbers and visit counts take one byte up to 127 and two up to 16,383. So the 24
    /// recorded moves fit on boards up to 11 x 11, and on larger ones if at most six of the moves
    /// have more than 127 visits.
    pub fn truncate(&mut self) {
        let mut room = [0; Ply::MAX_BYTES];
        while postcard::to_slice(self, &mut room).is_err() && self.visits.pop().is_some() {}
    }

    /// Returns whether the move was played; otherwise the game stopped here.
    pub const fn is_played(&self) -> bool {
        !matches!(self.choice, Choice::Proven | Choice::Resigned)
    }

    /// Returns whether the ply has a policy target. It has none after a fast search or with a random
    /// move, nor if the result is a proven loss or draw, for which visits carry no information.
    pub fn has_target(&self) -> bool {
        let informative = match self.choice {
            Choice::Searched | Choice::Sampled | Choice::Resigned => true,
            Choice::Proven => self.is_won(),
            Choice::Random => false,
        };
        self.full && informative
    }

    /// Returns the only move of a policy target that ignores the visits: a proven win, or a move
    /// that the search preferred to the most visited one, such as a proven draw in a bad position.
    /// Returns `None` if the policy target consists of the visits.
    pub fn forced_target(&self) -> Option<HoleNumber> {
        let preferred = matches!(self.choice, Choice::Searched | Choice::Resigned)
            && self.visits.first().is_none_or(|&(hole, _)| hole != self.hole);
        (preferred || self.is_won()).then_some(self.hole)
    }

    /// Returns the policy target: moves weighted by visits, or [`Ply::forced_target`] with weight 1.
    /// Valid only if [`Ply::has_target`] is true.
    pub fn target(&self) -> impl Iterator<Item = (HoleNumber, u32)> + '_ {
        let forced = self.forced_target();
        let visits = if forced.is_some() { &[][..] } else { &self.visits[..] };
        forced.map(|hole| (hole, 1)).into_iter().chain(visits.iter().copied())
    }

    /// Returns the move with the largest weight in the policy target, if any.
    pub fn best_target(&self) -> Option<HoleNumber> {
        self.forced_target().or_else(|| Some(self.visits.first()?.0))
    }

    fn is_won(&self) -> bool {
        self.choice == Choice::Proven && self.value == u16::MAX
    }
}

/// The first time in a game that a side met the condition to resign
/// ([`PlaySettings::resign`](crate::play::settings::PlaySettings::resign)).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resignation {
    /// Index of the ply.
    pub ply: u16,
    /// Whether the game was played on anyway, to measure how often resignations are wrong.
    pub played_on: bool,
}

/// Result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// Vertical (moves first) won.
    Vertical,
    /// Horizontal (moves second) won.
    Horizontal,
    /// A draw.
    Drawn,
}

impl Ending {
    /// Returns the score of `side` in half points: 2 for a win, 1 for a draw, 0 for a loss.
    pub const fn half_points(self, side: Side) -> u8 {
        match (self, side) {
            (Ending::Drawn, _) => 1,
            (Ending::Vertical, Side::Vertical) | (Ending::Horizontal, Side::Horizontal) => 2,
            _ => 0,
        }
    }
}

impl From<Outcome> for Ending {
    fn from(outcome: Outcome) -> Ending {
        match outcome {
            Outcome::Won(Side::Vertical) => Ending::Vertical,
            Outcome::Won(Side::Horizontal) => Ending::Horizontal,
            Outcome::Drawn => Ending::Drawn,
        }
    }
}

/// A self-play game, as stored in a shard.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// Number of the game among those with the same settings, from 0.
    pub number: u32,
    /// Seed of the game's random numbers.
    pub seed: u64,
    /// Kind of the start position.
    pub start: Start,
    /// Pegs of the start position in playing order, starting with vertical's.
    pub opening: Vec<HoleNumber>,
    /// Searched positions, one per ply after the opening.
    pub plies: Vec<Ply>,
    /// Result, reached by play, proof or resignation.
    pub ending: Ending,
    /// The first resignation, if there was one; the game may have been played on.
    pub resignation: Option<Resignation>,
    /// Moves of a small search after a proof or a resignation. They serve only to find the winning
    /// chain, and may stop before a side wins.
    pub finish: Vec<HoleNumber>,
}

impl Game {
    /// Returns the moves of the opening and the plies, without `finish` and without the unplayed
    /// move of a ply at which the game stopped.
    pub fn moves(&self) -> impl Iterator<Item = HoleNumber> + '_ {
        let played = self.plies.iter().filter(|ply| ply.is_played());
        self.opening.iter().copied().chain(played.map(|ply| ply.hole))
    }

    /// Returns the side to move at a ply.
    pub fn mover(&self, ply: usize) -> Side {
        Side::ALL[(self.opening.len() + ply) % 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(hole: u16, visits: impl IntoIterator<Item = u32>) -> Ply {
        let visits = visits.into_iter().map(|visits| (HoleNumber(hole), visits)).collect();
        let (choice, reserved) = (Choice::Searched, Some(u16::MAX));
        Ply { hole: HoleNumber(hole), choice, full: true, value: u16::MAX, visits, reserved }
    }

    fn bytes(ply: &Ply) -> usize {
        postcard::to_stdvec(ply).unwrap().len()
    }

    #[test]
    fn truncate_respects_the_maximum_size() {
        for (visits, kept) in [(u32::MAX, 11), (16_384, 15), (16_383, 19), (128, 19), (127, 24)] {
            // The hole index with the longest encoding, and the maximum value of each other number.
            let mut ply = ply(24 * 24 - 2, [visits; 24]);
            ply.truncate();
            assert_eq!(ply.visits.len(), kept, "{visits}");
            let one_more = 2 + postcard::to_stdvec(&visits).unwrap().len();
            assert!(bytes(&ply) <= Ply::MAX_BYTES && Ply::MAX_BYTES < 100);
            assert!(kept == 24 || bytes(&ply) + one_more > Ply::MAX_BYTES);
        }
    }

    #[test]
    fn usual_plies_are_not_truncated() {
        // A search of 300 evaluations on 12 x 12.
        let usual = ply(143, [90, 60, 40, 30, 20].into_iter().chain([1; 19]));
        let mut truncated = usual.clone();
        truncated.truncate();
        assert_eq!(truncated, usual);
        // A search of 6400 evaluations on the largest board.
        let thorough = ply(574, (1..=24).map(|rank| 1600 / rank));
        let mut truncated = thorough.clone();
        truncated.truncate();
        assert!(truncated.visits.len() >= 19, "{}", truncated.visits.len());
    }
}
