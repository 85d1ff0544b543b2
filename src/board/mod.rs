//! The board: pegs and links as bits of a doubled grid.
//!
//! A board of m × n holes is a grid of 2m × 2n cells, at most 48 × 48. Hole (column, row) is cell
//! (2·column, 2·row), and a link is the cell halfway between its ends. Links of different slopes (`\` and `/`) may
//! share a cell, so each side has a layer per slope.
//!
//! ```text
//!              x even   x odd
//!     y even   peg      link
//!     y odd    link     free
//! ```
//!
//! Under classic rules own links block one another, as the opponent's links do. A board for these rules marks
//! blocked links for both sides, so that lookups are the same under both rule sets.

mod chains;
mod crossing;
mod grid;
mod layers;

pub use crossing::{links_crossing, Crossing, CROSSINGS};
pub use grid::{Grid, SPAN};

use crate::geometry::{BySide, Direction, Hole, Link, Side, Size};
use chains::{Chains, Node};
use fxhash::FxHasher64;
use layers::{Layers, EVEN, WAYS};
use std::fmt;
use std::hash::Hasher;

/// The hash of the empty board.
const EMPTY_KEY: u64 = 1;

/// The pegs and links of both sides; a [`Position`](crate::rules::Position) adds the side to move and checks
/// legality. Methods require holes that are open to the side ([`Size::open_to`]).
#[derive(Clone)]
pub struct Board {
    size: Size,
    own_links_block: bool,
    layers: BySide<Layers>,
    chains: Chains,
    /// See [`Board::key`].
    key: u64,
}

/// The effect of placing a peg.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed {
    /// The number of links made.
    pub links: u8,
    /// Whether the peg connected its side's borders.
    pub joined: bool,
}

impl Board {
    /// Creates an empty board on which own links may cross.
    #[must_use]
    pub fn new(size: Size) -> Board {
        let layers = BySide([Layers::EMPTY, Layers::EMPTY]);
        Board { size, own_links_block: false, layers, chains: Chains::NONE, key: EMPTY_KEY }
    }

    /// Creates an empty board on which own links block one another.
    #[must_use]
    pub fn with_own_links_blocking(size: Size) -> Board {
        let mut board = Board::new(size);
        board.own_links_block = true;
        board
    }

    /// Returns whether own links block one another.
    #[must_use]
    pub fn own_links_block(&self) -> bool {
        self.own_links_block
    }

    /// Returns the size of the board.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// Places a peg in a vacant hole and makes all its possible links.
    #[inline]
    pub fn place(&mut self, side: Side, hole: Hole) -> Placed {
        let (x, y) = (2 * i32::from(hole.column()), 2 * i32::from(hole.row()));
        let [vertical, horizontal] = &mut self.layers.0;
        let (own, other) = match side {
            Side::Vertical => (vertical, horizontal),
            Side::Horizontal => (horizontal, vertical),
        };
        own.slopes[0].set(x, y);
        self.key ^= cell_key(side, 0, x, y);
        let node = Node::of(hole);
        self.chains.set_root(node, 0);

        let joined = own.near(x, y) & !own.cut_off(x, y);
        let mut reached = self.size.borders(side, hole);
        // Counted in the loop, since `count_ones` is slow without POPCNT.
        let mut links = 0;
        let mut left = joined;
        while left != 0 {
            let way = &WAYS[left.trailing_zeros() as usize & 31];
            let (dx, dy) = (i32::from(way.dx), i32::from(way.dy));
            let slope = usize::from(way.slope & 1);
            own.slopes[slope].set(x + dx, y + dy);
            self.key ^= cell_key(side, slope, x + dx, y + dy);
            other.barred.stamp(x + dx - 2, y + dy - 2, &way.bars);
            if self.own_links_block {
                own.barred.stamp(x + dx - 2, y + dy - 2, &way.bars);
            }
            let (root, theirs) = self.chains.root(node.shifted(way.dx, way.dy));
            reached |= theirs;
            self.chains.attach(root, node);
            left &= left - 1;
            links += 1;
        }
        self.chains.set_root(node, reached);
        Placed { links, joined: reached == 3 }
    }

    /// Places a peg without links; [`Board::link`] adds them.
    pub fn set_peg(&mut self, side: Side, hole: Hole) {
        let (x, y) = (2 * i32::from(hole.column()), 2 * i32::from(hole.row()));
        let borders = self.size.borders(side, hole);
        self.layers[side].slopes[0].set(x, y);
        self.key ^= cell_key(side, 0, x, y);
        self.chains.set_root(Node::of(hole), borders);
    }

    /// Adds a link between two pegs of `side`, even if it crosses others.
    pub fn link(&mut self, side: Side, link: Link) {
        let (mx, my) = link.midpoint();
        let (mx, my) = (i32::from(mx), i32::from(my));
        let bars = &CROSSINGS[link.down().index()].packed;
        self.layers[side.other()].barred.stamp(mx - 2, my - 2, bars);
        let own = &mut self.layers[side];
        if self.own_links_block {
            own.barred.stamp(mx - 2, my - 2, bars);
        }
        own.slopes[link.down().slope()].set(mx, my);
        self.key ^= cell_key(side, link.down().slope(), mx, my);
        let (upper, lower) = link.ends();
        let (upper, above) = self.chains.root(Node::of(upper));
        let (lower, below) = self.chains.root(Node::of(lower));
        self.chains.attach(lower, upper);
        self.chains.set_root(upper, above | below);
    }

    /// Removes all pegs and links.
    pub fn clear(&mut self) {
        self.layers = BySide([Layers::EMPTY, Layers::EMPTY]);
        self.chains = Chains::NONE;
        self.key = EMPTY_KEY;
    }

    /// Removes a link of `side`. Rebuilds the board, since other links may block the same cells; removal is rare.
    pub fn unlink(&mut self, side: Side, link: Link) {
        let mut board = self.clone();
        board.clear();
        for owner in Side::ALL {
            self.pegs(owner).for_each(|peg| board.set_peg(owner, peg));
            let kept = self.links(owner).filter(|&other| (owner, other) != (side, link));
            kept.for_each(|link| board.link(owner, link));
        }
        *self = board;
    }

    /// Returns the owner of the peg in the hole.
    #[must_use]
    pub fn peg(&self, hole: Hole) -> Option<Side> {
        Side::ALL.into_iter().find(|&side| self.has_peg(side, hole))
    }

    /// Returns whether `side` has a peg in the hole.
    #[inline]
    #[must_use]
    pub fn has_peg(&self, side: Side, hole: Hole) -> bool {
        self.layers[side].slopes[0].get(2 * i32::from(hole.column()), 2 * i32::from(hole.row()))
    }

    /// Returns whether `side` has this link.
    #[must_use]
    pub fn has_link(&self, side: Side, link: Link) -> bool {
        let (x, y) = link.midpoint();
        self.layers[side].slopes[link.down().slope()].get(x.into(), y.into())
    }

    /// Returns whether another link blocks this one for `side`.
    #[must_use]
    pub fn is_barred(&self, side: Side, link: Link) -> bool {
        let (x, y) = link.midpoint();
        self.layers[side].barred.get(i32::from(x) + link.down().slope() as i32, y.into())
    }

    /// Returns whether `side` has connected its borders.
    #[must_use]
    pub fn has_joined(&self, side: Side) -> bool {
        self.pegs(side).any(|peg| self.chains.reached_by_root(Node::of(peg)) == 3)
    }

    /// Returns a shortest chain of `side` from its first border to its last; empty if there is none.
    #[must_use]
    pub fn shortest_chain(&self, side: Side) -> Vec<Hole> {
        // The search is breadth-first; each entry holds the queue index of its predecessor.
        let starts = self.pegs(side).filter(|&hole| self.size.is_first(side, hole));
        let mut queue: Vec<(Hole, usize)> = starts.map(|hole| (hole, usize::MAX)).collect();
        let mut next = 0;
        while let Some(&(hole, _)) = queue.get(next) {
            if self.size.is_last(side, hole) {
                let back = |&(_, from): &(Hole, usize)| queue.get(from).copied();
                let mut chain: Vec<Hole> =
                    std::iter::successors(Some(queue[next]), back).map(|(hole, _)| hole).collect();
                chain.reverse();
                return chain;
            }
            for direction in Direction::ALL {
                let Some(link) = Link::from(hole, direction, self.size) else { continue };
                let end = link.other_end(hole);
                if self.has_link(side, link) && queue.iter().all(|&(known, _)| known != end) {
                    queue.push((end, next));
                }
            }
            next += 1;
        }
        Vec::new()
    }

    /// Returns the pegs of `side`, row by row.
    pub fn pegs(&self, side: Side) -> impl Iterator<Item = Hole> + '_ {
        (0..self.size.rows()).flat_map(move |row| holes_of_row(row, self.peg_row(side, row)))
    }

    /// Returns the links of `side`, row by row of their upper ends.
    pub fn links(&self, side: Side) -> impl Iterator<Item = Link> + '_ {
        self.pegs(side).flat_map(move |peg| {
            Direction::DOWN
                .into_iter()
                .filter_map(move |down| Link::from(peg, down, self.size))
                .filter(move |&link| self.has_link(side, link))
        })
    }

    /// Returns the vacant holes open to `side`, row by row.
    pub fn vacant(&self, side: Side) -> impl Iterator<Item = Hole> + '_ {
        (0..self.size.rows()).flat_map(move |row| holes_of_row(row, self.vacant_row(side, row)))
    }

    /// Returns the pegs of `side` in a row, as bits 2·column.
    #[inline(always)]
    #[must_use]
    pub fn peg_row(&self, side: Side, row: u8) -> u64 {
        self.layers[side].slopes[0].row(2 * i32::from(row)) & EVEN
    }

    /// Returns the vacant holes in a row that are open to `side`, as bits 2·column.
    #[inline(always)]
    #[must_use]
    pub fn vacant_row(&self, side: Side, row: u8) -> u64 {
        let taken = self.peg_row(Side::Vertical, row) | self.peg_row(Side::Horizontal, row);
        open_row(self.size, side, row) & !taken
    }

    /// Returns a 64-bit hash of the pegs and links: the XOR of a number for each (Zobrist hashing).
    #[must_use]
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Returns row `y` of the midpoints of links blocked for `side`, with those of slope 1 moved one column to
    /// the right. Cells outside the board are arbitrary.
    #[inline(always)]
    #[must_use]
    pub fn barred_row(&self, side: Side, y: i32) -> u64 {
        self.layers[side].barred.row(y)
    }
}

/// Returns the number of a peg or link in [`Board::key`].
fn cell_key(side: Side, slope: usize, x: i32, y: i32) -> u64 {
    let cell = ((side.index() << 1 | slope) as u64) << 12 | (y << 6 | x) as u64;
    let mut hasher = FxHasher64::default();
    // The hash of one word is a multiple of it, so that XORs of several would collide.
    hasher.write_u64(cell);
    hasher.write_u64(cell);
    hasher.finish()
}

/// Returns the holes in a row that are open to `side`, vacant or not, as bits 2·column.
#[inline(always)]
#[must_use]
fn open_row(size: Size, side: Side, row: u8) -> u64 {
    let (right, bottom) = (size.columns() - 1, size.rows() - 1);
    let all = EVEN & ((2 << (2 * right)) - 1);
    let inner = all & !1 & !(1 << (2 * right));
    match side {
        Side::Vertical => inner,
        Side::Horizontal if row == 0 || row == bottom => 0,
        Side::Horizontal => all,
    }
}

/// Returns the holes of a row whose bits 2·column are set.
fn holes_of_row(row: u8, mut bits: u64) -> impl Iterator<Item = Hole> {
    std::iter::from_fn(move || {
        if bits == 0 {
            return None;
        }
        let column = bits.trailing_zeros() as u8 / 2;
        bits &= bits - 1;
        Some(Hole::new(column, row))
    })
}

impl PartialEq for Board {
    /// Compares everything except the chains, which follow from the links.
    fn eq(&self, other: &Board) -> bool {
        (self.size, self.own_links_block) == (other.size, other.own_links_block)
            && self.layers == other.layers
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    /// Writes the pegs, `O` for vertical and `#` for horizontal, and lists the links.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in 0..self.size.rows() {
            for column in 0..self.size.columns() {
                let hole = Hole::new(column, row);
                let sign = match self.peg(hole) {
                    Some(Side::Vertical) => 'O',
                    Some(Side::Horizontal) => '#',
                    None if self.size.contains(hole) => '.',
                    None => ' ',
                };
                write!(f, "{sign}")?;
            }
            writeln!(f)?;
        }
        for side in Side::ALL {
            writeln!(f, "{side:?}: {:?}", self.links(side).map(Link::ends).collect::<Vec<_>>())?;
        }
        Ok(())
    }
}
