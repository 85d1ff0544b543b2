//! What is kept of a game: its moves, and what the search thought at each of them.

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use std::fmt;
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::Outcome;

/// A hole of a board by its number, row · edge + column, on the board as it is (not turned to the
/// mover).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct HoleNumber(pub u16);

impl HoleNumber {
    /// The number of a hole on a board of `size`.
    #[must_use]
    pub fn of(hole: Hole, size: Size) -> HoleNumber {
        HoleNumber(u16::from(hole.row()) * u16::from(size.get()) + u16::from(hole.column()))
    }

    /// The hole, or `None` if a board of `size` has none of this number.
    #[must_use]
    pub fn hole(self, size: Size) -> Option<Hole> {
        let edge = u16::from(size.get());
        let row = self.0 / edge;
        let hole = (row < edge).then(|| Hole::new((self.0 % edge) as u8, row as u8))?;
        size.contains(hole).then_some(hole)
    }
}

/// Where the position of a game's first search comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, ValueEnum)]
pub enum Start {
    /// A few pegs drawn at random.
    Random,
    /// An opening that the search by link distances plays.
    Book,
    /// Many pegs drawn at random that leave the sides even.
    Scatter,
    /// One peg of the upper left quarter, which may not be swapped.
    FirstPeg,
    /// A line of a list: positions of other games.
    Listed,
}

impl Start {
    /// Reads a kind with its odds, such as `random:2`.
    ///
    /// # Errors
    ///
    /// If the text is anything else.
    pub fn with_odds(text: &str) -> Result<(Start, u32), String> {
        let named = text.split_once(':').and_then(|(word, odds)| {
            Some((Start::from_str(word, false).ok()?, odds.parse().ok()?))
        });
        named.ok_or_else(|| {
            "expected random:N, book:N, scatter:N, first-peg:N or listed:N, with commas between"
                .to_owned()
        })
    }
}

impl fmt::Display for Start {
    /// The kind's word on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_possible_value().map_or(Ok(()), |value| f.write_str(value.get_name()))
    }
}

/// How a searched position went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// The search's move was played.
    Searched,
    /// A move drawn at random was played instead.
    Random,
    /// The result was proven, by the search or because nobody can win any more, and the game was
    /// stopped here. The move is the one that the search would have played.
    Proven,
    /// Another move than the search's was played, drawn in proportion to the visits.
    Sampled,
    /// The side to move gave the game up here. The move is the one that the search would have
    /// played.
    Resigned,
}

/// A searched position, what the search found, and the move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ply {
    /// The move.
    pub hole: HoleNumber,
    /// Where the move comes from.
    pub choice: Choice,
    /// Whether the search was a full one: a fast one says too little of moves to learn them from.
    pub full: bool,
    /// The expected result for the side to move, in 65535ths of a win.
    pub value: u16,
    /// The root's most visited moves with their visits, those kept from earlier searches
    /// included, the most visited first. Moves that were proven to lose are left out.
    pub visits: Vec<(HoleNumber, u32)>,
    /// How much the search changed the evaluator's mind: the Kullback-Leibler divergence of its
    /// priors, before any noise, from the policy target, in thousandths of a nat; what is more than
    /// the type holds is its greatest number. `None` if nobody counted, or there is no target.
    pub surprise: Option<u16>,
}

impl Ply {
    /// Bytes that [`Ply::fit`] leaves at most. With its share of what is kept once a game (some 80
    /// bytes) a position then takes less than 100.
    pub const MOST_BYTES: usize = 90;

    /// Drops the least visited moves until the ply takes no more than [`Ply::MOST_BYTES`] bytes in
    /// a shard. A hole takes one byte or two, visits one up to 127 and two up to 16,383: the 24 moves
    /// that a game keeps always fit on boards up to 11 x 11, and on larger ones unless many have
    /// thousands of visits.
    pub fn fit(&mut self) {
        let mut room = [0; Ply::MOST_BYTES];
        while postcard::to_slice(self, &mut room).is_err() && self.visits.pop().is_some() {}
    }

    /// Whether the move was played, and the game did not stop here.
    #[must_use]
    pub const fn is_played(&self) -> bool {
        !matches!(self.choice, Choice::Proven | Choice::Resigned)
    }

    /// Whether its moves are to be learnt: the search was a full one and not overruled by a random
    /// move, and it did not prove a loss or a draw, after which it says nothing of moves.
    #[must_use]
    pub fn teaches(&self) -> bool {
        let says = match self.choice {
            Choice::Searched | Choice::Sampled | Choice::Resigned => true,
            Choice::Proven => self.is_won(),
            Choice::Random => false,
        };
        self.full && says
    }

    /// The move that is the whole policy target, if the visits are not: a certain win, or one
    /// preferred to the most visited (a certain draw is, to visits that promise less).
    #[must_use]
    pub fn only(&self) -> Option<HoleNumber> {
        let preferred = matches!(self.choice, Choice::Searched | Choice::Resigned)
            && self.visits.first().is_none_or(|&(hole, _)| hole != self.hole);
        (preferred || self.is_won()).then_some(self.hole)
    }

    /// The policy target: moves and their weights, which are visits unless there is but one.
    pub fn target(&self) -> impl Iterator<Item = (HoleNumber, u32)> + '_ {
        let only = self.only();
        let visits = if only.is_some() { &[][..] } else { &self.visits[..] };
        only.map(|hole| (hole, 1)).into_iter().chain(visits.iter().copied())
    }

    /// The move of the policy target with the greatest share, if there is one.
    #[must_use]
    pub fn favourite(&self) -> Option<HoleNumber> {
        self.only().or_else(|| Some(self.visits.first()?.0))
    }

    fn is_won(&self) -> bool {
        self.choice == Choice::Proven && self.value == u16::MAX
    }
}

/// A side's wish to give up, the first one of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Resignation {
    /// At which of the game's plies.
    pub ply: u16,
    /// Whether the game went on all the same, to see what giving up would have cost.
    pub played_on: bool,
}

/// How a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum Ending {
    /// The side that opens has won.
    Vertical,
    /// The side that answers has won.
    Horizontal,
    /// Nobody has.
    Drawn,
}

impl Ending {
    /// The ending for `side` in half points: 2 a win, 1 a draw, 0 a loss.
    #[must_use]
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

/// A game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Game {
    /// Its number among the games of its settings.
    pub number: u32,
    /// Where its random numbers began.
    pub seed: u64,
    /// Where its first position comes from.
    pub start: Start,
    /// The pegs before the first search, the vertical side's first.
    pub opening: Vec<HoleNumber>,
    /// The searched positions, one a ply from the opening on.
    pub plies: Vec<Ply>,
    /// How it ended, was proven to end, or was given up.
    pub ending: Ending,
    /// The first wish to give up, if there was one.
    pub resignation: Option<Resignation>,
    /// Moves after a proof or a resignation, by a small search of their own: they show the chain
    /// that wins, and nothing else is learnt from them. May stop before the game is over.
    pub finish: Vec<HoleNumber>,
}

impl Game {
    /// Pegs on the board when the game was stopped.
    #[must_use]
    pub fn pegs(&self) -> usize {
        self.moves().count()
    }

    /// The moves played: the opening, then those of the plies, without that of a position where
    /// the game was stopped and what follows it.
    pub fn moves(&self) -> impl Iterator<Item = HoleNumber> + '_ {
        let played = self.plies.iter().filter(|ply| ply.is_played());
        self.opening.iter().copied().chain(played.map(|ply| ply.hole))
    }

    /// Whose turn it was at a ply.
    #[must_use]
    pub fn mover(&self, ply: usize) -> Side {
        Side::ALL[(self.opening.len() + ply) % 2]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ply(hole: u16, visits: impl IntoIterator<Item = u32>) -> Ply {
        let visits = visits.into_iter().map(|visits| (HoleNumber(hole), visits)).collect();
        let (choice, surprise) = (Choice::Searched, Some(u16::MAX));
        Ply { hole: HoleNumber(hole), choice, full: true, value: u16::MAX, visits, surprise }
    }

    fn bytes(ply: &Ply) -> usize {
        postcard::to_stdvec(ply).unwrap().len()
    }

    #[test]
    fn no_ply_takes_more_than_its_share() {
        for (visits, kept) in [(u32::MAX, 11), (16_384, 15), (16_383, 19), (128, 19), (127, 24)] {
            // The worst hole of the largest board, and the greatest of all other numbers.
            let mut ply = ply(24 * 24 - 2, [visits; 24]);
            ply.fit();
            assert_eq!(ply.visits.len(), kept, "{visits}");
            let one_more = 2 + postcard::to_stdvec(&visits).unwrap().len();
            assert!(bytes(&ply) <= Ply::MOST_BYTES && Ply::MOST_BYTES < 100);
            assert!(kept == 24 || bytes(&ply) + one_more > Ply::MOST_BYTES);
        }
    }

    #[test]
    fn what_fits_stays_as_it_is() {
        // 300 positions a move on the arena's board.
        let usual = ply(143, [90, 60, 40, 30, 20].into_iter().chain([1; 19]));
        let mut fitted = usual.clone();
        fitted.fit();
        assert_eq!(fitted, usual);
        // Shares of 6400 positions on the largest board.
        let thorough = ply(574, (1..=24).map(|rank| 1600 / rank));
        let mut fitted = thorough.clone();
        fitted.fit();
        assert!(fitted.visits.len() >= 19, "{}", fitted.visits.len());
    }
}
