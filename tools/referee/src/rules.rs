//! Reference implementation of the rules of Twixt PP: simple rather than fast, and independent of the
//! engine's rules, so that the two verify each other.
//!
//! The rules do not define the result if the player to move has no legal hole while the opponent has one;
//! here such a game is a draw.

use fxhash::{FxHashMap, FxHashSet};
pub use records::seat::Seat;
use std::collections::VecDeque;
use std::fmt;
use thiserror::Error;

/// A hole by column and row, possibly off the board.
// The row is the first field, so that the derived order is row by row.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole {
    /// Row from 0 at the top.
    pub row: u8,
    /// Column from 0 at the left.
    pub column: u8,
}

impl Hole {
    /// Creates the hole at `column` and `row`.
    #[must_use]
    pub const fn new(column: u8, row: u8) -> Hole {
        Hole { row, column }
    }

    /// Parses a hole such as `D6`, with a capital letter and no leading zeros. The hole may be outside the board.
    #[must_use]
    pub fn parse(text: &str) -> Option<Hole> {
        let letter = text.chars().next().filter(char::is_ascii_uppercase)?;
        let number = &text[1..];
        let plain = number.bytes().all(|b| b.is_ascii_digit()) && !number.starts_with('0');
        let number: u8 = number.parse().ok().filter(|_| plain)?;
        Some(Hole::new(letter as u8 - b'A', number - 1))
    }

    /// Returns the hole reflected in the main diagonal, as for a swapped peg.
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

/// A link between two holes a knight's move apart, with sorted ends.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Link {
    a: Hole,
    b: Hole,
}

impl Link {
    /// Returns the link between two holes, or `None` if they are not a knight's move apart.
    #[must_use]
    pub fn between(a: Hole, b: Hole) -> Option<Link> {
        let spans = (a.column.abs_diff(b.column), a.row.abs_diff(b.row));
        matches!(spans, (1, 2) | (2, 1)).then(|| Link { a: a.min(b), b: a.max(b) })
    }

    /// Returns the ends, the upper one first.
    #[must_use]
    pub const fn ends(self) -> (Hole, Hole) {
        (self.a, self.b)
    }

    /// Whether two links cross: the ends of each are strictly on different sides of the line through the
    /// other. A link touches no holes except its ends, so links that only touch have a common end.
    #[must_use]
    pub fn crosses(self, other: Link) -> bool {
        let parts = |line: Link, link: Link| line.side_of(link.a) * line.side_of(link.b) < 0;
        parts(self, other) && parts(other, self)
    }

    /// Returns a number whose sign depends on the side of the line through the link on which `hole` is; 0 on the line.
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

/// Minimum board size, in holes along an edge.
pub const MIN_SIZE: u8 = 5;
/// Maximum board size, in holes along an edge.
pub const MAX_SIZE: u8 = 24;

/// A move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// Places a peg, with all its links.
    Peg(Hole),
    /// Gives the first peg to the other player and reflects it in the main diagonal.
    Swap,
}

impl Move {
    /// Parses `SWAP` or a hole, see [`Hole::parse`].
    #[must_use]
    pub fn parse(text: &str) -> Option<Move> {
        match text {
            "SWAP" => Some(Move::Swap),
            _ => Hole::parse(text).map(Move::Peg),
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Peg(hole) => hole.fmt(f),
            Move::Swap => f.write_str("SWAP"),
        }
    }
}

/// Reason why a move is illegal.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// Beyond the edges.
    #[error("off the board")]
    OffBoard,
    /// The four corners are not holes.
    #[error("a corner, which is not a hole")]
    Corner,
    /// The hole has a peg.
    #[error("the hole is taken")]
    Occupied,
    /// In one of the opponent's two border rows.
    #[error("in the opponent's border row")]
    BorderRow,
    /// A swap other than the second player's first answer.
    #[error("SWAP is open to the second player only, as its first answer")]
    SwapNotNow,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

/// Result on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This player connected its two borders.
    Chain(Seat),
    /// The player to move has no legal hole, and there is no winning chain.
    Draw,
}

/// A game from its first ply.
#[derive(Clone, Debug)]
pub struct Game {
    size: u8,
    pegs: FxHashMap<Hole, Seat>,
    links: FxHashMap<Link, Seat>,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
}

impl Game {
    /// Creates a game on an empty board; `None` if `size` is out of range.
    #[must_use]
    pub fn new(size: u8) -> Option<Game> {
        (MIN_SIZE..=MAX_SIZE).contains(&size).then(|| Game {
            size,
            pegs: FxHashMap::default(),
            links: FxHashMap::default(),
            moves: Vec::new(),
            outcome: None,
        })
    }

    /// Returns the number of holes along an edge.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// Returns the moves so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the player to move.
    #[must_use]
    pub fn to_move(&self) -> Seat {
        Seat::BOTH[self.moves.len() % 2]
    }

    /// Returns the outcome; `None` while the game runs.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Returns a player's pegs, row by row.
    #[must_use]
    pub fn pegs(&self, seat: Seat) -> Vec<Hole> {
        sorted(&self.pegs, seat)
    }

    /// Returns a player's links in the order of their upper ends, row by row.
    #[must_use]
    pub fn links(&self, seat: Seat) -> Vec<Link> {
        sorted(&self.links, seat)
    }

    /// Returns the vacant holes in which `seat` may place a peg, row by row.
    #[must_use]
    pub fn open_holes(&self, seat: Seat) -> Vec<Hole> {
        let rows = 0..self.size;
        rows.flat_map(|row| (0..self.size).map(move |column| Hole::new(column, row)))
            .filter(|&hole| self.judge_peg(seat, hole).is_ok())
            .collect()
    }

    /// Checks that a move is legal for the player to move.
    pub fn judge(&self, answer: Move) -> Result<(), Illegal> {
        if self.outcome.is_some() {
            return Err(Illegal::GameOver);
        }
        match answer {
            Move::Peg(hole) => self.judge_peg(self.to_move(), hole),
            Move::Swap if self.moves.len() == 1 => Ok(()),
            Move::Swap => Err(Illegal::SwapNotNow),
        }
    }

    /// Plays a move for the player to move. An illegal move leaves the game unchanged.
    pub fn play(&mut self, answer: Move) -> Result<(), Illegal> {
        self.judge(answer)?;
        let seat = self.to_move();
        match answer {
            Move::Peg(hole) => self.place_peg(seat, hole),
            Move::Swap => {
                let opening: Vec<Hole> = self.pegs.drain().map(|(hole, _)| hole).collect();
                for hole in opening {
                    self.place_peg(seat, hole.mirrored());
                }
            }
        }
        self.moves.push(answer);
        if self.chain(seat).is_some() {
            self.outcome = Some(Outcome::Chain(seat));
        } else if self.open_holes(seat.other()).is_empty() {
            self.outcome = Some(Outcome::Draw);
        }
        Ok(())
    }

    fn judge_peg(&self, seat: Seat, hole: Hole) -> Result<(), Illegal> {
        let last = self.size - 1;
        let on_edge = |line: u8| line == 0 || line == last;
        let opponents_line = match seat {
            Seat::First => hole.column,
            Seat::Second => hole.row,
        };
        if hole.column > last || hole.row > last {
            Err(Illegal::OffBoard)
        } else if on_edge(hole.column) && on_edge(hole.row) {
            Err(Illegal::Corner)
        } else if on_edge(opponents_line) {
            Err(Illegal::BorderRow)
        } else if self.pegs.contains_key(&hole) {
            Err(Illegal::Occupied)
        } else {
            Ok(())
        }
    }

    /// Places a peg and links it to the player's pegs a knight's move away, except where a link of the
    /// opponent would cross.
    fn place_peg(&mut self, seat: Seat, hole: Hole) {
        self.pegs.insert(hole, seat);
        for end in self.pegs(seat) {
            let Some(link) = Link::between(hole, end) else {
                continue;
            };
            let theirs = self.links(seat.other());
            if !theirs.iter().any(|&their| their.crosses(link)) {
                self.links.insert(link, seat);
            }
        }
    }

    /// Returns a shortest chain of pegs between the winner's borders; empty without a winner.
    #[must_use]
    pub fn winning_chain(&self) -> Vec<Hole> {
        match self.outcome {
            Some(Outcome::Chain(seat)) => self.chain(seat).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    fn chain(&self, seat: Seat) -> Option<Vec<Hole>> {
        let links = self.links(seat);
        let borders =
            self.pegs(seat).into_iter().filter(|&hole| distance_from_border(seat, hole) == 0);
        let mut chains: VecDeque<Vec<Hole>> = borders.map(|hole| vec![hole]).collect();
        let mut reached: FxHashSet<Hole> = chains.iter().flatten().copied().collect();
        while let Some(chain) = chains.pop_front() {
            let end = chain[chain.len() - 1];
            if distance_from_border(seat, end) == self.size - 1 {
                return Some(chain);
            }
            for (a, b) in links.iter().map(|link| link.ends()) {
                let next = if a == end { b } else { a };
                if (a == end || b == end) && reached.insert(next) {
                    chains.push_back(chain.iter().copied().chain([next]).collect());
                }
            }
        }
        None
    }
}

const fn distance_from_border(seat: Seat, hole: Hole) -> u8 {
    match seat {
        Seat::First => hole.row,
        Seat::Second => hole.column,
    }
}

fn sorted<T: Copy + Ord>(table: &FxHashMap<T, Seat>, seat: Seat) -> Vec<T> {
    let owned = table.iter().filter(|(_, owner)| **owner == seat);
    let mut owned: Vec<T> = owned.map(|(&item, _)| item).collect();
    owned.sort_unstable();
    owned
}

#[cfg(test)]
#[path = "rules_tests.rs"]
mod tests;
