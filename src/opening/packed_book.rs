//! A book as the bot reads it: bytes, walked from the first to the last whenever a position is looked
//! up, which takes about 50 µs a thousand answers. In memory they are what they are in the text.
//!
//! The bytes are the board's edge, a *node* with the own first peg, and for every first peg that a
//! book tells about its hole, its value, a node with the reply, a *list* of answers to other replies. A
//! hole is row × edge + column. A node is a hole and a list of what may come next, or 255 where nothing
//! is known. A list is pairs of the opponent's hole and a node that answers it, then 255.

use super::Opening;
use crate::board::Board;
use crate::geometry::{Hole, Side, Size, Symmetry};
use crate::rules::Position;
use crate::text::{self, TextError};

/// The book that comes with the bot.
const BUILT_IN: &str = include_str!("book.txt");

/// The bytes of a book; none of a book that knows nothing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PackedBook(Vec<u8>);

impl PackedBook {
    /// The book that comes with the bot.
    ///
    /// # Errors
    ///
    /// If its text is damaged.
    pub fn built_in() -> Result<PackedBook, TextError> {
        text::decode(BUILT_IN).map(PackedBook)
    }

    /// Takes the bytes of a book as they are; [`PackedBook::find`] passes over what makes no sense.
    #[must_use]
    pub fn from_bytes(bytes: Vec<u8>) -> PackedBook {
        PackedBook(bytes)
    }

    /// The size of the boards that the book is for; `None` if it holds nothing.
    #[must_use]
    pub fn size(&self) -> Option<Size> {
        self.0.first().and_then(|&edge| Size::new(edge))
    }

    /// Looks up a position in PP: the lines that lead to its board, in any order and any symmetry,
    /// with its side in turn. The first symmetry counts in which there is one. Where the bytes make no
    /// sense nothing is found, or a hole that may be taken.
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
                Walk { position, sides, holes, rest, line, found: &mut found }.book();
            }
        }
        found
    }
}

/// A way through all bytes, in one symmetry, in search of a position.
///
/// `on_board` says whether all pegs of the line stand on the position's board.
struct Walk<'a> {
    position: &'a Position,
    /// Who has the line's first peg, third, and so on; and who the others.
    sides: [Side; 2],
    /// Where the holes go in the symmetry.
    holes: Vec<Hole>,
    rest: std::slice::Iter<'a, u8>,
    /// The pegs so far, of either side in turn.
    line: Vec<Hole>,
    found: &'a mut Opening,
}

impl Walk<'_> {
    fn book(&mut self) {
        self.node(true);
        while let Some(on_board) = self.set(true) {
            let value = self.rest.next();
            if self.is_there(on_board) {
                self.found.swap = value.map(|&value| value > 50);
            }
            self.node(on_board);
            self.list(on_board);
            self.line.pop();
        }
    }

    fn node(&mut self, on_board: bool) {
        let is_there = self.is_there(on_board);
        if let Some(on_board) = self.set(on_board) {
            if is_there {
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

    /// Adds the peg of the next byte to the line; `None` if it is no hole's, as at the end of a list.
    fn set(&mut self, on_board: bool) -> Option<bool> {
        let &hole = self.holes.get(usize::from(*self.rest.next()?))?;
        let side = self.sides[self.line.len() % 2];
        self.line.push(hole);
        Some(on_board && self.position.board().has_peg(side, hole))
    }

    /// Whether the line leads to the position: set one after the other, its pegs make the same board
    /// with the same links.
    fn is_there(&self, on_board: bool) -> bool {
        on_board && self.line.len() == usize::from(self.position.pegs()) && {
            let mut board = Board::new(self.position.size());
            for (number, &peg) in self.line.iter().enumerate() {
                board.place(self.sides[number % 2], peg);
            }
            board == *self.position.board()
        }
    }
}
