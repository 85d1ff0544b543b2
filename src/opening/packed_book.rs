//! The bot's book: a serialized tree. Each lookup scans all of it, which takes about 50 µs per thousand answers.
//!
//! Format: the number of holes along an edge; a *node* with the bot's first peg; then for each first peg its hole,
//! its value in percent for the side that placed it, a node with the reply, and a *list* of other replies with the
//! answers to them. A hole is row × edge + column. A node is a hole and the list of its continuations, or 255 for
//! none. A list is pairs of the opponent's hole and the node that answers it, terminated by 255.

use super::Opening;
use crate::board::Board;
use crate::geometry::{Hole, Side, Size, Symmetry};
use crate::rules::Position;
use crate::text::{self, TextError};

const BUILT_IN: &str = include_str!("book.txt");

/// A serialized book; the default is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PackedBook(Vec<u8>);

impl PackedBook {
    /// Decodes the built-in book.
    ///
    /// # Errors
    /// If its text is damaged.
    pub fn built_in() -> Result<PackedBook, TextError> {
        text::decode(BUILT_IN).map(PackedBook)
    }

    /// Creates a book from unchecked bytes; see [`PackedBook::find`].
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> PackedBook {
        PackedBook(bytes)
    }

    /// Returns the serialized book.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Returns the book's board size; `None` if it is empty.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        self.0.first().and_then(|&edge| Size::new(edge))
    }

    /// Looks up a PP position under all symmetries and move orders. Among several matches, the last one of the first
    /// matching symmetry counts. With malformed bytes the result is empty or contains a hole that may be occupied.
    #[must_use]
    pub fn find(&self, position: &Position) -> Opening {
        let (mut found, size) = (Opening::default(), position.size());
        let edge = size.get();
        if self.size() != Some(size) {
            return found;
        }
        for symmetry in Symmetry::ALL.into_iter().rev() {
            let sides = Side::ALL.map(|side| symmetry.side(side));
            if sides[usize::from(position.pegs() % 2)] == position.to_move() {
                let holes = (0..edge).flat_map(|row| (0..edge).map(move |c| Hole::new(c, row)));
                let holes = holes.map(|hole| symmetry.hole(hole, size)).collect();
                let (rest, line) = (self.0[1..].iter(), Vec::new());
                Walk { wanted: position, sides, holes, rest, line, found: &mut found }.book();
            }
        }
        found
    }
}

/// A scan for a position under one symmetry. The parameter `on_board` of its methods is true if all pegs of the
/// line are on the board.
struct Walk<'a> {
    /// The position to find.
    wanted: &'a Position,
    /// The owners of a line's odd pegs (first, third, ...) and of its even ones.
    sides: [Side; 2],
    /// The image of each hole under the symmetry.
    holes: Vec<Hole>,
    rest: std::slice::Iter<'a, u8>,
    /// The pegs of the current line, of both sides alternately.
    line: Vec<Hole>,
    found: &'a mut Opening,
}

impl Walk<'_> {
    fn book(&mut self) {
        self.node(true);
        while let Some(on_board) = self.set(true) {
            let value = self.rest.next();
            if self.is_match(on_board) {
                self.found.swap = value.map(|&value| value > 50);
            }
            self.node(on_board);
            self.list(on_board);
            self.line.pop();
        }
    }

    fn node(&mut self, on_board: bool) {
        let is_match = self.is_match(on_board);
        if let Some(on_board) = self.set(on_board) {
            if is_match {
                self.found.peg = self.line.last().copied();
            }
            self.list(on_board);
            self.line.pop();
        }
    }

    fn list(&mut self, on_board: bool) {
        while let Some(on_board) = self.set(on_board) {
            self.node(on_board);
            self.line.pop();
        }
    }

    /// Adds the next byte's peg to the line, and returns whether all pegs of the line are on the board; `None` if the
    /// byte is not a hole, as at the end of a list.
    fn set(&mut self, on_board: bool) -> Option<bool> {
        let &hole = self.holes.get(usize::from(*self.rest.next()?))?;
        let side = self.sides[self.line.len() % 2];
        self.line.push(hole);
        Some(on_board && self.wanted.board().has_peg(side, hole))
    }

    /// Returns whether the line leads to the position, with the same links.
    fn is_match(&self, on_board: bool) -> bool {
        on_board && self.line.len() == usize::from(self.wanted.pegs()) && {
            let mut board = Board::new(self.wanted.size());
            for (number, &peg) in self.line.iter().enumerate() {
                board.place(self.sides[number % 2], peg);
            }
            board == *self.wanted.board()
        }
    }
}
