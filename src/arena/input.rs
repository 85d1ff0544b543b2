use crate::geometry::{Hole, Link, Size};
use std::fmt;
use std::io::{BufRead, ErrorKind, Read};
use std::str::from_utf8;
use std::time::Instant;

/// The longest line that is read, in bytes, its end included; those of a turn have at most ten.
const LONGEST: usize = 64;

/// The most bytes of a line that an error repeats.
const SHOWN: usize = 24;

/// One turn's input as it was listed. The order of the lists is the input's.
#[derive(Clone, Debug)]
pub struct Turn {
    /// When the turn's first byte arrived: the earliest moment that our clock can be known to run.
    pub started: Instant,
    /// The number of the turn's first line in the whole input, from 1.
    pub line: usize,
    /// What the opponent did last.
    pub last: Last,
    /// Our pegs and links.
    pub own: Lists,
    /// The opponent's pegs and links.
    pub his: Lists,
}

/// What one player has on the board; every hole is one of the board that was read for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lists {
    /// The pegs, a line each.
    pub pegs: Vec<Hole>,
    /// The links, a line each.
    pub links: Vec<Link>,
}

/// What the opponent did before our turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Last {
    /// Nothing: we open the game.
    First,
    /// Swapped our first peg.
    Swap,
    /// Set this peg.
    Peg(Hole),
}

/// The input is no turn of a game; shows as one line of printable ASCII.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct InputError {
    /// The number of the offending line in the whole input, from 1; where lines are missing, the
    /// number of the first one.
    pub line: usize,
    /// What could have stood there.
    pub expected: String,
    /// What stands there.
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

/// Reads turns, one at a time and no byte further than the end of a turn's last line.
///
/// Letters may be small, lines may end in CRLF and have blanks around them, and blank lines may
/// stand between turns, but not inside one, where they could hide a missing entry. Memory grows
/// with the lines that are there, not with what a count announces.
#[derive(Debug)]
pub struct TurnReader<R> {
    reader: R,
    size: Size,
    /// The number of the line that was read last.
    line: usize,
    text: Vec<u8>,
}

impl<R: BufRead> TurnReader<R> {
    /// Reads turns of games on boards of `size`.
    #[must_use]
    pub fn new(reader: R, size: Size) -> Self {
        TurnReader { reader, size, line: 0, text: Vec::new() }
    }

    /// Waits for a turn and reads it; `None` if the input ends before one begins.
    ///
    /// # Errors
    ///
    /// The first line that can't be read or does not belong where it stands. The rest of its turn
    /// stays unread, so reading on makes no sense.
    // No iterator: the errors come out by `?` and the end of the input by `while let`.
    #[allow(clippy::should_implement_trait)]
    pub fn next(&mut self) -> Result<Option<Turn>, InputError> {
        let Some(started) = self.wait()? else {
            return Ok(None);
        };
        let (size, edge) = (self.size, usize::from(self.size.get()));
        let last = self.line(
            || format!("FIRST, SWAP or his last peg such as C3 on the {edge} x {edge} board"),
            |text| match text {
                _ if text.eq_ignore_ascii_case("FIRST") => Some(Last::First),
                _ if text.eq_ignore_ascii_case("SWAP") => Some(Last::Swap),
                _ => hole(text, size).map(Last::Peg),
            },
        )?;
        let line = self.line;
        // A side may peg all rows or columns but two.
        let most = edge * (edge - 2);
        let (own, his) = match last {
            Last::First => ((0, 0), (0, 0)),
            Last::Swap => ((0, 0), (1, 1)),
            Last::Peg(_) => ((0, most), (1, most)),
        };
        let own = self.lists("numYourPegs", own, "numYourSegments")?;
        let his = self.lists("numHisPegs", his, "numHisSegments")?;
        Ok(Some(Turn { started, line, last, own, his }))
    }

    /// Skips blanks and lines of blanks; tells when the byte after them was there to be read.
    fn wait(&mut self) -> Result<Option<Instant>, InputError> {
        loop {
            let bytes = match self.reader.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                Err(error) => return fail(self.line + 1, "a turn", unreadable(&error)),
            };
            let now = Instant::now();
            let all = bytes.len();
            if all == 0 {
                return Ok(None);
            }
            let blanks = bytes.iter().take_while(|byte| byte.is_ascii_whitespace());
            let blank = blanks.clone().count();
            self.line += blanks.filter(|&&byte| byte == b'\n').count();
            self.reader.consume(blank);
            if blank < all {
                return Ok(Some(now));
            }
        }
    }

    /// Reads one player's lists; `(least, most)` bounds the number of pegs.
    fn lists(
        &mut self,
        pegs: &str,
        (least, most): (usize, usize),
        links: &str,
    ) -> Result<Lists, InputError> {
        let pegs = self.list(pegs, least, most, "a peg such as C3", hole)?;
        // A link is one of the four that go down from its upper end.
        let most = 4 * pegs.len();
        let ends = "two ends a knight's move apart such as C3 D5";
        let links = self.list(links, 0, most, ends, link)?;
        Ok(Lists { pegs, links })
    }

    /// Reads a count called `name` and as many lines of what `read` accepts.
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

    /// Reads a line and what it says, blanks around it left out.
    fn line<T>(
        &mut self,
        expected: impl Fn() -> String,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, InputError> {
        self.line += 1;
        self.text.clear();
        let mut reader = self.reader.by_ref().take(LONGEST as u64);
        let found = match reader.read_until(b'\n', &mut self.text) {
            Ok(0) => "the end of the input".into(),
            Ok(length) => {
                let text = self.text.trim_ascii();
                let whole = length < LONGEST || self.text.ends_with(b"\n");
                match from_utf8(text).ok().filter(|_| whole).and_then(read) {
                    Some(value) => return Ok(value),
                    None if text.is_empty() => "a blank line".into(),
                    None => shown(text, whole),
                }
            }
            Err(error) => unreadable(&error),
        };
        fail(self.line, expected(), found)
    }
}

/// A hole of the board of `size`.
fn hole(text: &str, size: Size) -> Option<Hole> {
    text.parse().ok().filter(|&hole| size.contains(hole))
}

/// Two holes of the board a knight's move apart, in either order.
fn link(text: &str, size: Size) -> Option<Link> {
    let (a, b) = text.split_once(|c: char| c.is_ascii_whitespace())?;
    Link::between(hole(a, size)?, hole(b.trim_ascii_start(), size)?)
}

/// A line as an error repeats it: printable and short.
fn shown(text: &[u8], whole: bool) -> String {
    let start = text.get(..SHOWN).unwrap_or(text);
    let more = match whole {
        true if start.len() == text.len() => "",
        true => "...",
        false => "... in an overlong line",
    };
    format!("\"{}\"{more}", start.escape_ascii())
}

fn unreadable(error: &std::io::Error) -> String {
    // As a debug string, because a message could have line ends.
    format!("unreadable input: {:?}", error.to_string())
}
