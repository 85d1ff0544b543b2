//! The opening book as a tree, for tools that write or display it; the bot reads a [`PackedBook`].

use thiserror::Error;
use twixt::board::Board;
use twixt::geometry::{Hole, Side, Size, Symmetry};
use twixt::opening::PackedBook;
use twixt::rules::Position;
use twixt::text::{self, TextError};

/// A book for the first plies of PP games on boards of one size.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Book {
    /// The board size, a square of at most 15 × 15.
    pub size: Size,
    /// The bot's first peg.
    pub first: Hole,
    /// The entries of the first pegs, in the order of [`quarter`].
    pub pegs: Vec<FirstPeg>,
}

/// A first peg and its continuations if it is not swapped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FirstPeg {
    /// The hole of vertical's first peg.
    pub peg: Hole,
    /// The first player's expected result with best play, in percent (0 is a loss).
    pub value: u8,
    /// The reply to play as the second player.
    pub reply: Option<Answer>,
    /// Other replies that an opponent may play, each with the answer to play as the first player.
    pub answers: Vec<(Hole, Answer)>,
}

/// The answer to a position, with the continuations after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The hole of the answer's peg.
    pub hole: Hole,
    /// The opponent's next pegs, with the answer to each.
    pub then: Vec<(Hole, Answer)>,
}

/// The content of a book for one position.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry {
    /// First pegs and their values, in percent for the side of the peg: all of them on an empty board, and the peg of
    /// a board with one peg.
    pub values: Vec<(Hole, u8)>,
    /// The hole of the book's peg.
    pub peg: Option<Hole>,
    /// Moves of the side to move, each with the book's answer, in the order of the book.
    pub answers: Vec<(Hole, Hole)>,
}

/// The reason why a book cannot be read or written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// The text cannot be decoded.
    #[error("not an opening book: {0}")]
    Text(TextError),
    /// The byte at this offset is missing, superfluous or wrong, such as an illegal hole or a value
    /// above 100.
    #[error("damaged opening book: byte {0} is wrong")]
    Byte(usize),
    /// The format does not support boards of this size: they must be square, at most 15 × 15.
    #[error("cannot make an opening book for {0}: the board must be square, at most {LARGEST} x {LARGEST}")]
    Size(Size),
    /// The first pegs are not those of the [`quarter`] in its order.
    #[error(
        "the first pegs of an opening book must be those of the upper left quarter, row by row"
    )]
    FirstPegs,
}

/// Terminates a list; also replaces a missing answer.
const END: u8 = 255;

/// The edge of the largest board whose holes fit in bytes below [`END`].
const LARGEST: u8 = 15;

/// Returns the first pegs up to reflection: vertical's holes in the upper left quarter, row by row,
/// including the middle row and column if the size is odd.
pub fn quarter(size: Size) -> impl Iterator<Item = Hole> {
    let (columns, rows) = (size.columns().div_ceil(2), size.rows().div_ceil(2));
    (0..rows).flat_map(move |row| (1..columns).map(move |column| Hole::new(column, row)))
}

impl Book {
    /// Encodes the book as text, for [`Book::decode`] and [`read_packed`].
    ///
    /// # Errors
    /// If the board size, a first peg, a value or a peg of a line is invalid.
    pub fn encode(&self) -> Result<String, BookError> {
        if !self.size.is_square() || self.size.get() > LARGEST {
            return Err(BookError::Size(self.size));
        }
        let mut bytes = vec![self.size.get(), self.byte(self.first), END];
        for first in &self.pegs {
            bytes.extend([self.byte(first.peg), first.value]);
            match &first.reply {
                Some(reply) => self.write_node(reply, &mut bytes),
                None => bytes.push(END),
            }
            self.write_list(&first.answers, &mut bytes);
        }
        Book::from_bytes(&bytes)?;
        text::encode(&bytes).ok_or(BookError::Text(TextError::Length))
    }

    /// Decodes a book from text.
    ///
    /// # Errors
    /// If the text or its content is damaged.
    pub fn decode(text: &str) -> Result<Book, BookError> {
        Book::from_bytes(&text::decode(text.trim_end()).map_err(BookError::Text)?)
    }

    /// Returns the bot's book.
    ///
    /// # Errors
    /// If its text is damaged.
    pub fn built_in() -> Result<Book, BookError> {
        Book::from_bytes(PackedBook::built_in().map_err(BookError::Text)?.bytes())
    }

    /// Looks up a PP position under all symmetries and move orders, as [`PackedBook::find`] does. The entry of a
    /// position that is not in the book is empty.
    pub fn find(&self, position: &Position) -> Entry {
        let mut entry = Entry::default();
        for symmetry in Symmetry::ALL.into_iter().filter(|_| position.size() == self.size) {
            let sides = Side::ALL.map(|side| symmetry.side(side));
            if sides[usize::from(position.pegs() % 2)] == position.to_move() {
                let line = Vec::new();
                Lookup { position, symmetry, sides, line, entry: &mut entry }.book(self);
            }
        }
        entry
    }

    fn from_bytes(bytes: &[u8]) -> Result<Book, BookError> {
        let size = bytes.first().filter(|&&edge| edge <= LARGEST).and_then(|&edge| Size::new(edge));
        let size = size.ok_or(BookError::Byte(0))?;
        let mut reader = Reader { size, bytes, at: 1, line: Vec::new() };
        let book = reader.book().ok_or(BookError::Byte(reader.at - 1))?;
        match book.pegs.iter().map(|first| first.peg).eq(quarter(size)) {
            true => Ok(book),
            false => Err(BookError::FirstPegs),
        }
    }

    /// Returns the byte for a hole. A hole off the board gets the byte of a corner, which is never valid.
    fn byte(&self, hole: Hole) -> u8 {
        match self.size.contains(hole) {
            true => hole.row() * self.size.get() + hole.column(),
            false => 0,
        }
    }

    fn write_node(&self, answer: &Answer, bytes: &mut Vec<u8>) {
        bytes.push(self.byte(answer.hole));
        self.write_list(&answer.then, bytes);
    }

    fn write_list(&self, list: &[(Hole, Answer)], bytes: &mut Vec<u8>) {
        for (hole, answer) in list {
            bytes.push(self.byte(*hole));
            self.write_node(answer, bytes);
        }
        bytes.push(END);
    }
}

/// Decodes a book from text and validates it.
///
/// # Errors
/// If the text or the book in it is damaged.
pub fn read_packed(text: &str) -> Result<PackedBook, BookError> {
    let bytes = text::decode(text.trim_end()).map_err(BookError::Text)?;
    Book::from_bytes(&bytes)?;
    Ok(PackedBook::from_bytes(bytes))
}

/// A search for a position under one symmetry, through the lines whose pegs are all on the board.
struct Lookup<'a> {
    position: &'a Position,
    symmetry: Symmetry,
    /// The owners of a line's odd pegs (first, third, ...) and of its even ones.
    sides: [Side; 2],
    /// The images of the current line's pegs.
    line: Vec<Hole>,
    entry: &'a mut Entry,
}

impl Lookup<'_> {
    fn book(&mut self, book: &Book) {
        if self.is_here() {
            self.entry.peg.get_or_insert(self.image(book.first));
        }
        for first in &book.pegs {
            if self.is_here() {
                let peg = self.image(first.peg);
                self.entry.values.push((peg, first.value));
                let reply = first.reply.as_ref().map(|reply| (peg, self.image(reply.hole)));
                self.entry.answers.extend(reply);
            }
            self.after(first.peg, |lookup| lookup.first_peg(first));
        }
    }

    fn first_peg(&mut self, first: &FirstPeg) {
        if self.is_here() {
            self.entry.values.push((self.line[0], first.value));
        }
        first.reply.iter().for_each(|reply| self.answer(reply));
        self.list(&first.answers);
    }

    fn answer(&mut self, answer: &Answer) {
        if self.is_here() {
            self.entry.peg.get_or_insert(self.image(answer.hole));
        }
        self.after(answer.hole, |lookup| lookup.list(&answer.then));
    }

    fn list(&mut self, list: &[(Hole, Answer)]) {
        let is_here = self.is_here();
        for (hole, answer) in list {
            let pair = (self.image(*hole), self.image(answer.hole));
            if is_here && self.entry.answers.iter().all(|known| known.0 != pair.0) {
                self.entry.answers.push(pair);
            }
            self.after(*hole, |lookup| lookup.answer(answer));
        }
    }

    fn image(&self, hole: Hole) -> Hole {
        self.symmetry.hole(hole, self.position.size())
    }

    /// Continues the line with a peg if it is on the board.
    fn after(&mut self, hole: Hole, then: impl FnOnce(&mut Self)) {
        let (peg, side) = (self.image(hole), self.sides[self.line.len() % 2]);
        if self.position.board().has_peg(side, peg) {
            self.line.push(peg);
            then(self);
            self.line.pop();
        }
    }

    /// Returns whether the line leads to the position, with the same links.
    fn is_here(&self) -> bool {
        self.line.len() == usize::from(self.position.pegs()) && {
            let mut board = Board::new(self.position.size());
            for (number, &peg) in self.line.iter().enumerate() {
                board.place(self.sides[number % 2], peg);
            }
            board == *self.position.board()
        }
    }
}

/// A reader for the format of [`PackedBook`]. Its methods return `None` if the byte before `at` is
/// invalid.
struct Reader<'a> {
    size: Size,
    bytes: &'a [u8],
    at: usize,
    /// The pegs of the current line; the sides alternate.
    line: Vec<Hole>,
}

impl Reader<'_> {
    fn book(&mut self) -> Option<Book> {
        let first = self.node()??;
        let mut pegs = Vec::new();
        while self.at < self.bytes.len() {
            let peg = self.hole()??;
            let value = self.byte().filter(|&value| value <= 100)?;
            let reply = self.node()?;
            pegs.push(FirstPeg { peg, value, reply, answers: self.list()? });
            self.line.pop();
        }
        Some(Book { size: self.size, first: first.hole, pegs })
    }

    fn byte(&mut self) -> Option<u8> {
        self.at += 1;
        self.bytes.get(self.at - 1).copied()
    }

    /// Reads a hole and adds it to the line; returns `Some(None)` at [`END`].
    fn hole(&mut self) -> Option<Option<Hole>> {
        let (byte, edge) = (self.byte()?, self.size.get());
        if byte == END {
            return Some(None);
        }
        let hole = (byte < edge * edge).then(|| Hole::new(byte % edge, byte / edge))?;
        let side = Side::ALL[self.line.len() % 2];
        let may = self.size.open_to(side, hole) && !self.line.contains(&hole);
        self.line.push(hole);
        may.then_some(Some(hole))
    }

    fn node(&mut self) -> Option<Option<Answer>> {
        let Some(hole) = self.hole()? else { return Some(None) };
        let then = self.list()?;
        self.line.pop();
        Some(Some(Answer { hole, then }))
    }

    /// Reads a list, in which every peg must have an answer.
    fn list(&mut self) -> Option<Vec<(Hole, Answer)>> {
        let mut list = Vec::new();
        while let Some(hole) = self.hole()? {
            list.push((hole, self.node()??));
            self.line.pop();
        }
        Some(list)
    }
}
