//! The rules of Twixt PP, written to be plainly right and not to be fast.
//!
//! Nothing here comes from the engine's own rules: where the two agree, that is evidence for both.
//! A position is a table of pegs and a table of links; links are tested for crossings one by one,
//! and a chain is found by growing it from a border until it stops growing.
//!
//! The rules leave one case open: a player to move whose own holes are all taken while the
//! opponent still has some. Here that game is a draw.

use fxhash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::fmt;
use thiserror::Error;

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
/// A `Hole` need not lie on any board: [`Game::play`] judges that.
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

/// The smallest board, in holes along an edge.
pub const MIN_SIZE: u8 = 5;
/// The largest board, in holes along an edge.
pub const MAX_SIZE: u8 = 24;

/// What a player may answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Move {
    /// A peg in this hole; its links come by themselves.
    Peg(Hole),
    /// The opening peg changes hands and is mirrored on the main diagonal.
    Swap,
}

impl Move {
    /// Reads `SWAP` or a hole as in [`Hole::parse`].
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

/// The rule that a refused move breaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum Illegal {
    /// Beyond the edges.
    #[error("off the board")]
    OffBoard,
    /// The four corners are no holes.
    #[error("a corner, which is no hole")]
    Corner,
    /// There is a peg already.
    #[error("the hole is taken")]
    Occupied,
    /// On one of the two border rows that only the opponent may peg.
    #[error("in the opponent's border row")]
    BorderRow,
    /// Anything but the second player's first answer.
    #[error("SWAP is open to the second player only, as its first answer")]
    SwapNotNow,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

/// How a game that was played out ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This player joined its two borders.
    Chain(Seat),
    /// The player to move has no vacant hole that is open to it, and nobody has a chain.
    Draw,
}

/// A game from its first ply on.
#[derive(Clone, Debug)]
pub struct Game {
    size: u8,
    pegs: FxHashMap<Hole, Seat>,
    links: FxHashMap<Link, Seat>,
    moves: Vec<Move>,
    outcome: Option<Outcome>,
}

impl Game {
    /// An empty board with `size` holes along an edge, or `None` outside
    /// [`MIN_SIZE`]–[`MAX_SIZE`].
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

    /// Holes along an edge.
    #[must_use]
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// The plies so far.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The player whose turn it is; a swap is a turn like any other.
    #[must_use]
    pub fn to_move(&self) -> Seat {
        Seat::BOTH[self.moves.len() % 2]
    }

    /// How the game ended, once it has.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The pegs of a player, row by row.
    #[must_use]
    pub fn pegs(&self, seat: Seat) -> Vec<Hole> {
        sorted(&self.pegs, seat)
    }

    /// The links of a player, row by row of their upper ends.
    #[must_use]
    pub fn links(&self, seat: Seat) -> Vec<Link> {
        sorted(&self.links, seat)
    }

    /// The vacant holes that `seat` may peg, row by row.
    #[must_use]
    pub fn open_holes(&self, seat: Seat) -> Vec<Hole> {
        let rows = 0..self.size;
        rows.flat_map(|row| (0..self.size).map(move |column| Hole::new(column, row)))
            .filter(|&hole| self.judge_peg(seat, hole).is_ok())
            .collect()
    }

    /// Whether the player to move may answer with `answer`.
    ///
    /// # Errors
    ///
    /// The rule that the move breaks.
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

    /// Plays a move of the player to move.
    ///
    /// # Errors
    ///
    /// The rule that the move breaks; the game is then as before.
    pub fn play(&mut self, answer: Move) -> Result<(), Illegal> {
        self.judge(answer)?;
        let seat = self.to_move();
        match answer {
            Move::Peg(hole) => self.put(seat, hole),
            Move::Swap => {
                let opening: Vec<Hole> = self.pegs.drain().map(|(hole, _)| hole).collect();
                for hole in opening {
                    self.put(seat, hole.mirrored());
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

    /// Puts the peg and every link from it to an own peg that no opponent's link is in the way of.
    fn put(&mut self, seat: Seat, hole: Hole) {
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

    /// A shortest chain of pegs between the winner's borders; empty if nobody has won.
    #[must_use]
    pub fn winning_chain(&self) -> Vec<Hole> {
        match self.outcome {
            Some(Outcome::Chain(seat)) => self.chain(seat).unwrap_or_default(),
            _ => Vec::new(),
        }
    }

    /// Grows chains from the near border, the shortest first, until one reaches the far border or no further
    /// peg joins them.
    fn chain(&self, seat: Seat) -> Option<Vec<Hole>> {
        let links = self.links(seat);
        let borders = self.pegs(seat).into_iter().filter(|&hole| along(seat, hole) == 0);
        let mut chains: VecDeque<Vec<Hole>> = borders.map(|hole| vec![hole]).collect();
        let mut reached: FxHashSet<Hole> = chains.iter().flatten().copied().collect();
        while let Some(chain) = chains.pop_front() {
            let end = chain[chain.len() - 1];
            if along(seat, end) == self.size - 1 {
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

/// How far a hole is from the near border of `seat`, in rows or columns.
const fn along(seat: Seat, hole: Hole) -> u8 {
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
