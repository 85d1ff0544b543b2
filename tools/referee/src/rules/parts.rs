//! Seats, holes and links.

use serde::{Deserialize, Serialize};
use std::fmt;

/// One of the two players, named by the order in which they move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Seat {
    /// Opens the game; joins the top row to the bottom row, also after a swap.
    First,
    /// Answers and may swap; joins the left column to the right column.
    Second,
}

impl Seat {
    /// Both, in order of moving.
    pub const BOTH: [Seat; 2] = [Seat::First, Seat::Second];

    /// The opponent.
    #[must_use]
    pub const fn other(self) -> Seat {
        match self {
            Seat::First => Seat::Second,
            Seat::Second => Seat::First,
        }
    }

    /// 0 for the first player, 1 for the second.
    #[must_use]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Seat::First => "first",
            Seat::Second => "second",
        })
    }
}

/// A hole named by column and row, both counted from 0 at the top left.
///
/// A `Hole` need not lie on any board: [`super::Game::play`] judges that.
// The row stands first so that sorted holes run row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole {
    /// Counted from 0 at the top.
    pub row: u8,
    /// Counted from 0 at the left.
    pub column: u8,
}

impl Hole {
    /// The hole at `column` and `row`.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Hole {
        Hole { row, column }
    }

    /// Reads a hole as the arena writes it: one capital letter and a number from 1 without leading
    /// zeros, such as `D6`. `Z99` reads as a hole too, though no board has it; anything else is
    /// `None`.
    #[must_use]
    pub fn parse(text: &str) -> Option<Hole> {
        let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
        let number = &text[1..];
        let plain = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        let number: u8 = number.parse().ok().filter(|_| plain)?;
        Some(Hole::new(letter as u8 - b'A', number - 1))
    }

    /// The hole mirrored on the main diagonal: where a swapped peg goes.
    #[must_use]
    pub const fn mirrored(self) -> Hole {
        Hole::new(self.row, self.column)
    }
}

impl fmt::Display for Hole {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from(b'A' + self.column);
        write!(f, "{letter}{}", u32::from(self.row) + 1)
    }
}

/// A link between two holes a knight's move apart, its ends in sorted order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Link {
    a: Hole,
    b: Hole,
}

impl Link {
    /// The link between two holes, or `None` if they are no knight's move apart.
    #[must_use]
    pub fn between(a: Hole, b: Hole) -> Option<Link> {
        let spans = (a.column.abs_diff(b.column), a.row.abs_diff(b.row));
        matches!(spans, (1, 2) | (2, 1)).then(|| Link { a: a.min(b), b: a.max(b) })
    }

    /// The two ends, the upper one first.
    #[must_use]
    pub const fn ends(self) -> (Hole, Hole) {
        (self.a, self.b)
    }

    /// Whether the two links cross: each has its ends strictly on different sides of the straight
    /// line through the other.
    ///
    /// Strictly is exact here. No hole lies inside a link, so links can touch at common ends only,
    /// and two links on one line are the same link, or meet at an end, or not at all.
    #[must_use]
    pub fn crosses(self, other: Link) -> bool {
        let parts = |line: Link, link: Link| line.side_of(link.a) * line.side_of(link.b) < 0;
        parts(self, other) && parts(other, self)
    }

    /// The sign tells the side of the line through the link that `hole` is on; 0 is on the line.
    fn side_of(self, hole: Hole) -> i32 {
        let from_a = |h: Hole| {
            (
                i32::from(h.column) - i32::from(self.a.column),
                i32::from(h.row) - i32::from(self.a.row),
            )
        };
        let ((bx, by), (x, y)) = (from_a(self.b), from_a(hole));
        bx * y - by * x
    }
}

impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.a, self.b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_hole_agree() {
        assert_eq!(Hole::parse("D6"), Some(Hole::new(3, 5)));
        assert_eq!(Hole::parse("X24").unwrap().to_string(), "X24");
        assert_eq!(Hole::parse("C5").unwrap().mirrored().to_string(), "E3");
    }

    #[test]
    fn other_text_is_no_hole() {
        for text in ["", "D", "d6", "D0", "D06", "D+6", "6D", "D6x", "DD6", "É6", "D256"] {
            assert_eq!(Hole::parse(text), None, "{text:?}");
        }
    }

    fn link(a: &str, b: &str) -> Link {
        Link::between(Hole::parse(a).unwrap(), Hole::parse(b).unwrap()).unwrap()
    }

    #[test]
    fn only_knights_moves_are_links() {
        let hole = |text| Hole::parse(text).unwrap();
        assert_eq!(Link::between(hole("C3"), hole("D4")), None);
        assert_eq!(Link::between(hole("C3"), hole("C3")), None);
        assert_eq!(link("D5", "C3"), link("C3", "D5"));
    }

    #[test]
    fn crossings() {
        let falling = link("C3", "D5");
        assert!(falling.crosses(link("D3", "C5")), "an X");
        assert!(falling.crosses(link("D4", "B3")), "a flat link over the upper half");
        assert!(!falling.crosses(falling), "a link lies on itself");
        assert!(!falling.crosses(link("D5", "E7")), "the next link of a straight chain");
        assert!(!falling.crosses(link("D5", "F4")), "a common end");
        assert!(!falling.crosses(link("E3", "D1")), "near but apart");
    }

    /// Every link in the middle of a board is crossed by exactly nine others.
    #[test]
    fn nine_links_cross_a_link() {
        let holes: Vec<Hole> = (0..144).map(|i| Hole::new(i % 12, i / 12)).collect();
        let mut links = Vec::new();
        for (i, &a) in holes.iter().enumerate() {
            links.extend(holes[..i].iter().filter_map(|&b| Link::between(a, b)));
        }
        for middle in [link("F6", "G8"), link("F6", "H7"), link("F6", "E8"), link("F6", "D7")] {
            let crossing = links.iter().filter(|other| middle.crosses(**other));
            assert_eq!(crossing.count(), 9, "{middle}");
        }
    }
}
