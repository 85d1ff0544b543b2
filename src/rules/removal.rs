//! Moves of the search that remove links, under classic rules.

use super::{Position, Turn};
use crate::board::links_crossing;
use crate::geometry::{Direction, Hole, Link};

/// A peg, and the direction of one of its links, for which all own links that cross it are removed. The peg
/// gets all links that are possible then.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Removal {
    /// The column in the lower five bits, the number of the direction in the upper three: a node of the tree has no room
    /// for another byte.
    packed: u8,
    row: u8,
}

impl Removal {
    /// Creates the move with a peg in `hole`, for its link in this direction.
    #[must_use]
    pub fn new(hole: Hole, direction: Direction) -> Removal {
        Removal { packed: hole.column() | (direction.index() as u8) << 5, row: hole.row() }
    }

    /// Returns the hole of the peg.
    #[must_use]
    pub fn hole(self) -> Hole {
        Hole::new(self.packed & 31, self.row)
    }

    /// Returns the turn in this position, under classic rules. It removes nothing if a link of the opponent blocks the link,
    /// too.
    #[must_use]
    pub fn turn(self, position: &Position) -> Turn {
        let (board, side, size) = (position.board(), position.to_move(), position.size());
        let peg = self.hole();
        let mut unlink = Vec::new();
        let link = Link::from(peg, Direction::ALL[usize::from(self.packed >> 5)], size);
        for other in link.into_iter().flat_map(|link| links_crossing(link, size)) {
            if board.has_link(!side, other) {
                return peg.into();
            }
            if board.has_link(side, other) {
                unlink.push([other.ends().0, other.ends().1]);
            }
        }
        Turn { peg, unlink, link: None }
    }
}
