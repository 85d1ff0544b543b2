//! What is kept of a game: its moves, and what the search thought at each of them.

use serde::{Deserialize, Serialize};
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

/// How a searched position went on.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Choice {
    /// The search's move was played.
    Searched,
    /// A move drawn at random was played instead.
    Random,
    /// The search proved the result, and the game was stopped here. The move is the one that the
    /// search would have played.
    Proven,
}

/// A searched position, what the search found, and the move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Ply {
    /// The move.
    pub hole: HoleNumber,
    /// Where the move comes from.
    pub choice: Choice,
    /// The expected result for the side to move, in 65535ths of a win.
    pub value: u16,
    /// The root's most visited moves with their visits, those kept from earlier searches
    /// included, the most visited first. Moves that were proven to lose are left out.
    pub visits: Vec<(HoleNumber, u32)>,
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
    /// The pegs drawn at random before the first search, the vertical side's first.
    pub opening: Vec<HoleNumber>,
    /// The searched positions, one a ply from the opening on.
    pub plies: Vec<Ply>,
    /// How it ended, or was proven to end.
    pub ending: Ending,
}

impl Game {
    /// Pegs on the board when the game was stopped.
    #[must_use]
    pub fn pegs(&self) -> usize {
        self.moves().count()
    }

    /// The moves played: the opening, then those of the plies, without that of a proven position.
    pub fn moves(&self) -> impl Iterator<Item = HoleNumber> + '_ {
        let played = self.plies.iter().filter(|ply| ply.choice != Choice::Proven);
        self.opening.iter().copied().chain(played.map(|ply| ply.hole))
    }
}
