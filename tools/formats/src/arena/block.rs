//! Turns of the arena's input in a text.
//!
//! ```text
//! D6          the opponent's last peg; FIRST if the reader moves first, SWAP if the opponent swapped its first peg
//! 1           number of the reader's pegs, then one line per peg
//! G7
//! 0           number of the reader's links, then one line per link with its two ends
//! 2           number of the opponent's pegs
//! C4
//! D6
//! 1           number of the opponent's links
//! C4 D6
//! ```
//!
//! The words of a turn may also be on one line. Empty lines are ignored, as are prefixes that end with `>`, `:`, `]` or
//! `|`, and quotation marks. Any other line between turns is ignored; within a turn it is an error.

use crate::error::Fault;
use crate::token::{offset, split};
use twixt::geometry::{Hole, Size};

/// A turn as written; the positions in the text serve for errors.
#[derive(Clone, Debug)]
pub(super) struct Block {
    /// Byte offset of the first word.
    pub(super) at: usize,
    /// Byte offset after the last word.
    pub(super) end: usize,
    pub(super) last: Last,
    pub(super) own: Lists,
    pub(super) his: Lists,
}

/// The opponent's last move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Last {
    First,
    Swap,
    Peg(Hole),
}

/// The pegs and links of one player with their byte offsets.
#[derive(Clone, Debug, Default)]
pub(super) struct Lists {
    pub(super) pegs: Vec<(Hole, usize)>,
    pub(super) links: Vec<([Hole; 2], usize)>,
    /// Byte offset of the number of links.
    pub(super) links_at: usize,
}

/// The turns of a text, up to the first error.
pub(super) struct Scan {
    pub(super) blocks: Vec<Block>,
    pub(super) failure: Option<Failure>,
}

/// The reason why some words are not a turn, although they start like one.
pub(super) struct Failure {
    pub(super) fault: Fault,
    /// Whether the text ended within the turn.
    pub(super) is_at_end: bool,
    /// Whether so much of the turn is valid that the text is hardly anything else.
    pub(super) is_likely: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Word {
    First,
    Swap,
    Hole(Hole),
    Number(usize),
}

struct Piece {
    at: usize,
    end: usize,
    /// `None` for a line that cannot be a part of a turn.
    word: Option<Word>,
    starts_line: bool,
}

/// Returns a line's content without prefix and quotation marks.
pub(super) fn content(line: &str) -> &str {
    let marks = |c: char| {
        c.is_whitespace() || matches!(c, '"' | '\'' | ',' | crate::error::BYTE_ORDER_MARK)
    };
    let line = line.trim_matches(marks);
    let line = line.strip_suffix("\\n").unwrap_or(line);
    let start = line.rfind(['>', ':', ']', '|']).map_or(0, |at| at + 1);
    line[start..].trim_matches(marks)
}

fn word(text: &str) -> Option<Word> {
    match text {
        _ if text.bytes().all(|byte| byte.is_ascii_digit()) => text.parse().ok().map(Word::Number),
        _ if text.eq_ignore_ascii_case("FIRST") => Some(Word::First),
        _ if text.eq_ignore_ascii_case("SWAP") => Some(Word::Swap),
        _ => text.parse().ok().map(Word::Hole),
    }
}

fn pieces(text: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    for line in text.lines() {
        let content = content(line);
        let start = pieces.len();
        for (at, text) in split(content, offset(text, content), char::is_whitespace) {
            let (end, starts_line) = (at + text.len(), pieces.len() == start);
            pieces.push(Piece { at, end, word: word(text), starts_line });
        }
        if pieces[start..].iter().any(|piece| piece.word.is_none()) {
            pieces.truncate(start);
            let at = offset(text, content);
            pieces.push(Piece { at, end: at + content.len(), word: None, starts_line: true });
        }
    }
    pieces
}

/// Finds the turns of a text. The first error ends the scan, unless a complete turn starts within the words that led to
/// it: the line before a turn may be the bot's answer.
pub(super) fn scan(text: &str) -> Scan {
    let pieces = pieces(text);
    let reader = |start| Reader { text, pieces: &pieces, start, next: start, is_likely: false };
    let (mut blocks, mut next) = (Vec::new(), 0);
    while next < pieces.len() {
        let mut turn = reader(next);
        match turn.block() {
            Ok(block) => {
                blocks.push(block);
                next = turn.next;
            }
            Err(expected) => {
                next += 1;
                let is_other = || (next..=turn.next).any(|start| reader(start).block().is_ok());
                if turn.has_started() && !is_other() {
                    return Scan { blocks, failure: Some(turn.failure(&expected)) };
                }
            }
        }
    }
    Scan { blocks, failure: None }
}

struct Reader<'a> {
    text: &'a str,
    pieces: &'a [Piece],
    start: usize,
    next: usize,
    is_likely: bool,
}

impl Reader<'_> {
    /// Reads a turn; the error is the expected text at `next`.
    fn block(&mut self) -> Result<Block, String> {
        let first = self.pieces.get(self.start).filter(|piece| piece.starts_line);
        let last = match first.and_then(|piece| piece.word) {
            Some(Word::First) => Last::First,
            Some(Word::Swap) => Last::Swap,
            Some(Word::Hole(hole)) => Last::Peg(hole),
            _ => return Err(String::from("FIRST, SWAP or the opponent's last peg")),
        };
        self.next += 1;
        // All holes are open to a side except those in the opponent's two border rows.
        let edge = usize::from(Size::MAX.get());
        let most = edge * (edge - 2);
        let (own, his) = match last {
            Last::First => ((0, 0), (0, 0)),
            Last::Swap => ((0, 0), (1, 1)),
            Last::Peg(_) => ((0, most), (1, most)),
        };
        let own = self.lists("numYourPegs", own, "numYourSegments")?;
        self.is_likely = true;
        let his = self.lists("numHisPegs", his, "numHisSegments")?;
        let pieces = &self.pieces[self.start..self.next];
        let (at, end) = (pieces[0].at, pieces[pieces.len() - 1].end);
        Ok(Block { at, end, last, own, his })
    }

    fn lists(
        &mut self,
        pegs: &str,
        (least, most): (usize, usize),
        links: &str,
    ) -> Result<Lists, String> {
        let (count, _) = self.number(pegs, least, most)?;
        let peg = |i| format!("a peg such as C3 ({i} of {count} after {pegs})");
        let pegs = (1..=count).map(|i| self.hole(|| peg(i))).collect::<Result<Vec<_>, _>>()?;
        // Each peg is the upper end of at most four links.
        let (count, links_at) = self.number(links, 0, 4 * pegs.len())?;
        let ends = |i| format!("two ends of a link such as C3 D5 ({i} of {count} after {links})");
        let link = |i| {
            let ((upper, at), (lower, _)) = (self.hole(|| ends(i))?, self.hole(|| ends(i))?);
            Ok(([upper, lower], at))
        };
        let links = (1..=count).map(link).collect::<Result<Vec<_>, String>>()?;
        Ok(Lists { pegs, links, links_at })
    }

    fn number(&mut self, name: &str, least: usize, most: usize) -> Result<(usize, usize), String> {
        match self.pieces.get(self.next) {
            Some(&Piece { word: Some(Word::Number(number)), at, .. })
                if (least..=most).contains(&number) =>
            {
                self.next += 1;
                Ok((number, at))
            }
            _ => Err(format!("{name}, here a number from {least} to {most}")),
        }
    }

    fn hole(&mut self, expected: impl Fn() -> String) -> Result<(Hole, usize), String> {
        match self.pieces.get(self.next) {
            Some(&Piece { word: Some(Word::Hole(hole)), at, .. }) => {
                self.next += 1;
                Ok((hole, at))
            }
            _ => Err(expected()),
        }
    }

    /// Returns whether the words read so far are the start of a turn rather than an answer.
    fn has_started(&self) -> bool {
        let words = &self.pieces[self.start..self.next];
        let opens = || matches!(words[0].word, Some(Word::First | Word::Swap));
        let word = self.pieces.get(self.next).and_then(|piece| piece.word);
        let has_number = || words.len() == 2 || matches!(word, Some(Word::Number(_)));
        words.len() >= 3 || !words.is_empty() && opens() && has_number()
    }

    fn failure(&self, expected: &str) -> Failure {
        let piece = self.pieces.get(self.next);
        let at = piece.map_or(self.text.len(), |piece| piece.at);
        let fault = Fault::expected(at, expected, &self.text[at..]);
        let is_likely = self.is_likely || self.start + 2 == self.next;
        Failure { fault, is_at_end: piece.is_none(), is_likely }
    }
}
