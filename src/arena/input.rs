//! Reading of turns.

use crate::geometry::{Hole, Link, Size};
use std::fmt;
use std::io::{BufRead, ErrorKind, Read};
use std::str::from_utf8;

/// The maximum length of a line in bytes, including its terminator; valid lines have at most ten bytes.
const MAX_LINE: usize = 64;

/// The maximum number of bytes that an error quotes.
const MAX_QUOTE: usize = 24;

/// The input of a turn, from the point of view of the player that reads it ("we"). Lists keep the order of the
/// input.
#[derive(Clone, Debug)]
pub struct Turn {
    /// The number of the turn's first line, from 1.
    pub line: usize,
    /// The opponent's last move.
    pub last: Last,
    /// Our pegs and links.
    pub own: Lists,
    /// The opponent's pegs and links.
    pub his: Lists,
}

/// The pegs and links of one player; all holes are on the board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lists {
    /// The pegs, one per line.
    pub pegs: Vec<Hole>,
    /// The links, one per line.
    pub links: Vec<Link>,
}

/// The opponent's last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last {
    /// The opponent has not moved: we move first.
    First,
    /// A swap of our first peg.
    Swap,
    /// A peg in this hole.
    Peg(Hole),
}

/// An error in the input, displayed as one line of printable ASCII.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    /// The number of the wrong or missing line, from 1.
    pub line: usize,
    /// A description of the expected text.
    pub expected: String,
    /// The text found.
    pub found: String,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, expected, found } = self;
        write!(f, "line {line}: expected {expected}, found {found}")
    }
}

impl std::error::Error for InputError {}

pub(super) fn fail<T>(
    line: usize,
    expected: impl Into<String>,
    found: impl Into<String>,
) -> Result<T, InputError> {
    Err(InputError { line, expected: expected.into(), found: found.into() })
}

/// A reader of turns, which does not read past the last line of a turn.
///
/// It accepts lower case, CRLF, blanks around lines, and blank lines between turns. Blank lines within a turn are
/// errors, since they could hide a missing entry. Memory use depends on the lines read, not on the announced
/// counts.
#[derive(Debug)]
pub struct TurnReader<R> {
    reader: R,
    size: Size,
    line: usize,
    text: Vec<u8>,
}

impl<R: BufRead> TurnReader<R> {
    /// Creates a reader of turns on boards of `size`.
    #[must_use]
    pub fn new(reader: R, size: Size) -> Self {
        TurnReader { reader, size, line: 0, text: Vec::new() }
    }

    /// Reads a turn; returns `None` at the end of the input.
    ///
    /// # Errors
    /// The first invalid line. The rest of the turn is not read, so the reader must not be used afterwards.
    // Not an iterator, so that callers can use `?` in `while let`.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<Turn>, InputError> {
        if !self.wait()? {
            return Ok(None);
        }
        let (size, edge) = (self.size, usize::from(self.size.get()));
        let last = self.line(
            || format!("FIRST, SWAP or the last peg such as C3 on the {edge} x {edge} board"),
            |text| match text {
                _ if text.eq_ignore_ascii_case("FIRST") => Some(Last::First),
                _ if text.eq_ignore_ascii_case("SWAP") => Some(Last::Swap),
                _ => hole(text, size).map(Last::Peg),
            },
        )?;
        let line = self.line;
        // All holes are open to a side except those in the opponent's two border rows.
        let most = edge * (edge - 2);
        let (own, his) = match last {
            Last::First => ((0, 0), (0, 0)),
            Last::Swap => ((0, 0), (1, 1)),
            Last::Peg(_) => ((0, most), (1, most)),
        };
        let own = self.lists("numYourPegs", own, "numYourSegments")?;
        let his = self.lists("numHisPegs", his, "numHisSegments")?;
        Ok(Some(Turn { line, last, own, his }))
    }

    /// Skips white space and waits for the first byte of a turn; returns `false` at the end of the input. Our clock
    /// starts about when this returns.
    ///
    /// # Errors
    /// If the input is unreadable.
    pub fn wait(&mut self) -> Result<bool, InputError> {
        loop {
            let bytes = match self.reader.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return fail(self.line + 1, "a turn", unreadable(&error)),
            };
            let all = bytes.len();
            if all == 0 {
                return Ok(false);
            }
            let blanks = bytes.iter().take_while(|byte| byte.is_ascii_whitespace());
            let blank = blanks.clone().count();
            self.line += blanks.filter(|&&byte| byte == b'\n').count();
            self.reader.consume(blank);
            if blank < all {
                return Ok(true);
            }
        }
    }

    /// Reads the lists of one player, with `least` to `most` pegs.
    fn lists(
        &mut self,
        pegs: &str,
        (least, most): (usize, usize),
        links: &str,
    ) -> Result<Lists, InputError> {
        let pegs = self.list(pegs, least, most, "a peg such as C3", hole)?;
        // Each peg is the upper end of at most four links.
        let most = 4 * pegs.len();
        let ends = "two ends a knight's move apart such as C3 D5";
        let links = self.list(links, 0, most, ends, link)?;
        Ok(Lists { pegs, links })
    }

    /// Reads a count, called `name` in errors, and that number of lines.
    fn list<T>(
        &mut self,
        name: &str,
        least: usize,
        most: usize,
        item: &str,
        read: fn(&str, Size) -> Option<T>,
    ) -> Result<Vec<T>, InputError> {
        let (size, edge) = (self.size, self.size.get());
        let count = self.line(
            || format!("{name}, here a number from {least} to {most}"),
            |text| text.parse().ok().filter(|n| (least..=most).contains(n)),
        )?;
        let expected =
            |i| format!("{item} on the {edge} x {edge} board ({i} of {count} after {name})");
        (1..=count).map(|i| self.line(|| expected(i), |text| read(text, size))).collect()
    }

    /// Reads a line and parses it without surrounding blanks.
    fn line<T>(
        &mut self,
        expected: impl Fn() -> String,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, InputError> {
        self.line += 1;
        self.text.clear();
        let mut reader = self.reader.by_ref().take(MAX_LINE as u64);
        let found = match reader.read_until(b'\n', &mut self.text) {
            Ok(0) => "the end of the input".into(),
            Ok(length) => {
                let text = self.text.trim_ascii();
                let complete = length < MAX_LINE || self.text.ends_with(b"\n");
                match from_utf8(text).ok().filter(|_| complete).and_then(read) {
                    Some(value) => return Ok(value),
                    None if text.is_empty() => "a blank line".into(),
                    None => quote(text, complete),
                }
            }
            Err(error) => unreadable(&error),
        };
        fail(self.line, expected(), found)
    }
}

fn hole(text: &str, size: Size) -> Option<Hole> {
    text.parse().ok().filter(|&hole| size.contains(hole))
}

/// Parses two holes a knight's move apart, in either order.
fn link(text: &str, size: Size) -> Option<Link> {
    let (a, b) = text.split_once(|c: char| c.is_ascii_whitespace())?;
    Link::between(hole(a, size)?, hole(b.trim_ascii_start(), size)?)
}

/// Quotes a line, shortened and in printable ASCII.
fn quote(text: &[u8], complete: bool) -> String {
    let start = text.get(..MAX_QUOTE).unwrap_or(text);
    let more = match complete {
        true if start.len() == text.len() => "",
        true => "...",
        false => "... in an overlong line",
    };
    format!("\"{}\"{more}", start.escape_ascii())
}

fn unreadable(error: &std::io::Error) -> String {
    // Formatted as a debug string, since the message could contain line breaks.
    format!("unreadable input: {:?}", error.to_string())
}
