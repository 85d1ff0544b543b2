//! Turns of the arena's input in a text.
//!
//! [`TurnReader`] reads them line by line. Empty lines are ignored, as are prefixes that end with `>`, `:`, `]` or `|`, and
//! quotation marks. Any other line between turns is ignored; within a turn it is an error.

use crate::error::Fault;
use crate::token::offset;
use twixt::arena::{InputError, Turn, TurnReader};
use twixt::geometry::{Hole, Size};

/// A turn and the byte offsets of its lines.
#[derive(Clone, Debug)]
pub(super) struct Block {
    pub(super) turn: Turn,
    lines: Vec<usize>,
}

impl Block {
    /// Returns the byte offset of the first line.
    pub(super) fn start(&self) -> usize {
        self.lines[0]
    }

    /// Converts an error in one of the turn's lines.
    pub(super) fn fault(&self, error: &InputError) -> Fault {
        fault(error, self.lines[error.line - 1])
    }
}

/// The turns of a text, up to the first error.
pub(super) struct Scan {
    pub(super) blocks: Vec<Block>,
    pub(super) failure: Option<Failure>,
    /// The byte offset of the first line after the last turn if lines there seem to be another one.
    pub(super) rest: Option<usize>,
}

/// The reason why some lines are not a turn, although they start like one.
pub(super) struct Failure {
    pub(super) fault: Fault,
    /// Whether the text ended within the turn.
    is_at_end: bool,
    /// Whether so much of the turn is valid that the text is hardly anything else.
    pub(super) is_likely: bool,
}

fn fault(error: &InputError, at: usize) -> Fault {
    Fault::new(at, format!("expected {}, found {}", error.expected, error.found))
}

/// Returns a line's content without prefix and quotation marks.
fn content(line: &str) -> &str {
    let marks = |c: char| {
        c.is_whitespace() || matches!(c, '"' | '\'' | ',' | crate::error::BYTE_ORDER_MARK)
    };
    let line = line.trim_matches(marks);
    let line = line.strip_suffix("\\n").unwrap_or(line);
    let start = line.rfind(['>', ':', ']', '|']).map_or(0, |at| at + 1);
    line[start..].trim_matches(marks)
}

/// Returns whether a line is `FIRST` or `SWAP`.
fn is_word(line: &str) -> bool {
    line.eq_ignore_ascii_case("FIRST") || line.eq_ignore_ascii_case("SWAP")
}

/// Returns whether a line consists of numbers and holes, as those of a turn.
fn is_part(line: &str) -> bool {
    let is_value = |word: &str| word.parse::<usize>().is_ok() || word.parse::<Hole>().is_ok();
    is_word(line) || line.split_whitespace().all(is_value)
}

/// The lines of a text that are not empty.
struct Lines<'a> {
    size: Size,
    contents: Vec<&'a str>,
    /// The lines with LF line ends, and the byte offset of each in it.
    joined: String,
    starts: Vec<usize>,
}

impl Lines<'_> {
    fn new(text: &str, size: Size) -> Lines<'_> {
        let contents: Vec<&str> =
            text.lines().map(content).filter(|line| !line.is_empty()).collect();
        let (mut joined, mut starts) = (String::with_capacity(text.len() + 1), Vec::new());
        for line in &contents {
            starts.push(joined.len());
            joined.push_str(line);
            joined.push('\n');
        }
        Lines { size, contents, joined, starts }
    }

    /// Reads the turn that starts at a line; `None` if the line cannot be the first of a turn.
    fn turn(&self, start: usize) -> Option<Result<Turn, InputError>> {
        let first = self.contents.get(start)?;
        let hole = || first.parse().is_ok_and(|hole: Hole| self.size.contains(hole));
        let starts = is_word(first) || hole();
        let mut reader = TurnReader::new(&self.joined.as_bytes()[self.starts[start]..], self.size);
        starts.then(|| reader.next().transpose()).flatten()
    }

    /// Returns the first of the lines from `end` on, those after the last turn, that are parts of a turn. Pegs, and
    /// one other line after them, may be the bot's answers, unless the text has nothing but turns before them.
    fn rest(&self, blocks: &[Block], end: usize) -> Option<&str> {
        let parts: Vec<&str> =
            self.contents[end..].iter().copied().filter(|line| is_part(line)).collect();
        let has_answers =
            blocks.len() < 2 || blocks.iter().map(|b| b.lines.len()).sum::<usize>() < end;
        let is_answer = parts.iter().rev().skip(1).all(|line| line.parse::<Hole>().is_ok());
        parts.first().copied().filter(|_| !(has_answers && is_answer))
    }

    /// Returns the failure of a turn, unless the lines read before the error are too few for a turn, or a complete turn
    /// starts within them: the line before a turn may be the bot's answer.
    fn failure(&self, text: &str, start: usize, error: &InputError) -> Option<Failure> {
        let read = error.line - 1;
        let next = self.contents.get(start + read);
        let opens = is_word(self.contents[start]);
        let has_number = || next.is_some_and(|line| line.parse::<usize>().is_ok());
        let has_started = read >= 3 || opens && (read == 2 || read == 1 && has_number());
        let is_other = |start| matches!(self.turn(start), Some(Ok(_)));
        if !has_started || (start + 1..=start + read).any(is_other) {
            return None;
        }
        let at = next.map_or(text.len(), |line| offset(text, line));
        let is_at_end = next.is_none();
        // A list of moves does not start with a move and a number alone on its line, as a truncated turn does.
        let has_count =
            self.contents[start + 1..].first().is_some_and(|line| line.parse::<usize>().is_ok());
        let is_likely = read >= 5 || opens && read >= 3 || start == 0 && is_at_end && has_count;
        Some(Failure { fault: fault(error, at), is_at_end, is_likely })
    }
}

/// Finds the turns of a text. The first error ends the scan.
pub(super) fn scan(text: &str, size: Size) -> Scan {
    let lines = Lines::new(text, size);
    let (mut blocks, mut next, mut end) = (Vec::new(), 0, 0);
    while next < lines.contents.len() {
        let start = next;
        next += 1;
        match lines.turn(start) {
            None => {}
            Some(Ok(turn)) => {
                let [own, his] =
                    [&turn.own, &turn.his].map(|lists| lists.pegs.len() + lists.links.len());
                // The first line and four numbers.
                next = start + 5 + own + his;
                end = next;
                let lines = lines.contents[start..next].iter().map(|line| offset(text, line));
                blocks.push(Block { turn, lines: lines.collect() });
            }
            Some(Err(error)) => {
                let Some(failure) = lines.failure(text, start, &error) else { continue };
                // A truncated last turn is common in pasted logs, while another error may hide a turn.
                if failure.is_at_end && !blocks.is_empty() {
                    break;
                }
                return Scan { blocks, failure: Some(failure), rest: None };
            }
        }
    }
    let rest = lines.rest(&blocks, end).map(|line| offset(text, line));
    Scan { blocks, failure: None, rest }
}
