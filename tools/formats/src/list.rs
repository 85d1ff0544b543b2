//! Moves one after the other, as people write them in mails: `1.f6 2.swap 3.m16`.
//!
//! - Between moves stand blanks, line feeds, commas or semicolons; numbers before them, with a dot or
//!   a bracket, may be there or not, and are not checked. A turn that changes links is written as on
//!   the gamerz server, without blanks: `j12-i12/k11,o11/n13+h11/j12`. `resign` and `draw` end a
//!   game, said by whoever is to move.
//! - `#` starts a comment. Above the first move it may carry words, `size=24 rules=standard
//!   swap=sides handicap=2 result=horizontal+time`, or a line `opens: NAME`, `answers: NAME`,
//!   `event: TEXT`, `date: TEXT`, `place: TEXT`, `comment: TEXT`. `size` may also be columns and rows,
//!   `22x24`; `handicap` takes columns off, or rows if it is below zero. After a move it is said of
//!   that move; a `|` before it is no part of it.
//! - A position that was set up by hand has lines `# pegs: vertical d6 f7 horizontal e8` above the first
//!   move, each peg linked to all that it can when its turn comes, and `# to move: horizontal`, or else
//!   the side with fewer pegs moves, or vertical.
//! - A comment `# twixt size=...`, or a move with the number 1, starts another game.

use crate::assume::{self, Assume, Words};
use crate::builder::{self, set_up, Builder, Placed};
use crate::ending::Ending;
use crate::error::{Fault, BYTE_ORDER_MARK};
use crate::game::Game;
use crate::token::{self, split};
use crate::tree::add_line;
use std::collections::BTreeMap;
use twixt::geometry::Side;

/// Whether the first word that is no comment is a move, or a game's head stands above it.
pub(crate) fn is_likely(text: &str) -> bool {
    for line in text.lines() {
        let (moves, comment) = line.split_once('#').unwrap_or((line, ""));
        if is_head(comment.trim()) || comment.trim_start().starts_with("pegs:") {
            return true;
        }
        let mut words =
            split(moves, 0, is_between).filter(|(_, word)| !without_number(word).1.is_empty());
        if let Some((at, word)) = words.next() {
            let (_, word) = without_number(word);
            let first = pieces(word, at).next();
            return first.is_some_and(|(at, piece)| token::token(piece, at).is_ok());
        }
    }
    false
}

/// Reads all games of a text, so many at most.
pub(crate) fn read(text: &str, assume: &Assume, most: usize) -> Result<Vec<Game>, Fault> {
    let (head, games) = (Head::default(), Vec::new());
    let mut reading = Reading { assume, most, games, head, game: None, ending: None };
    let mut at = 0;
    for line in text.split('\n') {
        reading.line(line, at)?;
        at += line.len() + 1;
    }
    reading.end_game(text.len())?;
    if reading.games.is_empty() {
        return Err(Fault::expected(text.len(), "a move, or # twixt size=24 above it", ""));
    }
    Ok(reading.games)
}

struct Reading<'a> {
    assume: &'a Assume,
    /// The most games that there is room for.
    most: usize,
    games: Vec<Game>,
    head: Head,
    game: Option<Builder>,
    /// How the game ended according to its head.
    ending: Option<(Ending, usize)>,
}

/// The lines above the first move.
#[derive(Default)]
struct Head {
    /// Whether there was a line `# twixt`.
    is_told: bool,
    words: Words,
    names: BTreeMap<String, String>,
    comment: String,
    pegs: Vec<Placed>,
    to_move: Option<Side>,
}

/// The keys of [`Game::names`].
const NAMES: [&str; 5] = ["opens", "answers", "event", "date", "place"];

impl Reading<'_> {
    fn line(&mut self, line: &str, at: usize) -> Result<(), Fault> {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let (moves, comment) = match line.split_once('#') {
            Some((moves, comment)) => (moves, Some((at + moves.len() + 1, comment))),
            None => (line, None),
        };
        let mut alone = true;
        for (place, word) in split(moves, at, is_between) {
            alone = false;
            self.word(word, place)?;
        }
        match comment {
            Some((place, comment)) => self.comment(comment, place, alone),
            None => Ok(()),
        }
    }

    fn word(&mut self, word: &str, at: usize) -> Result<(), Fault> {
        let (number, rest) = without_number(word);
        if number == Some(1) && self.game.as_ref().is_some_and(|game| !game.is_empty()) {
            self.end_game(at)?;
        }
        let at = at + (word.len() - rest.len());
        pieces(rest, at).try_for_each(|(at, piece)| self.moves(at)?.play(piece, at, false))
    }

    /// The game whose moves are read, which starts at byte `at` if it has not yet.
    fn moves(&mut self, at: usize) -> Result<&mut Builder, Fault> {
        if self.game.is_none() {
            if self.games.len() == self.most {
                return Err(Fault::too_many(at, self.most));
            }
            let mut head = std::mem::take(&mut self.head);
            let (size, rules) = head.words.board(self.assume)?;
            let mut game = Game { comment: head.comment, ..Game::new(size, rules) };
            let names = game.names_mut().into_iter().zip(NAMES);
            names.for_each(|(name, key)| *name = head.names.remove(key));
            if !head.pegs.is_empty() {
                set_up(&mut game, &head.pegs, head.to_move)?;
            }
            self.ending = head.words.ending;
            self.game = Some(Builder::new(game));
        }
        // It is there: the line above has seen to it.
        Ok(self.game.as_mut().expect("a game that has begun"))
    }

    /// Reads a comment, which has a line of its own or follows moves.
    fn comment(&mut self, comment: &str, at: usize, alone: bool) -> Result<(), Fault> {
        let text = comment.strip_prefix(' ').unwrap_or(comment);
        if alone && is_head(text.trim()) {
            self.end_game(at)?;
            self.head.is_told = true;
        }
        if let Some(game) = &mut self.game {
            game.say(game.last, text.strip_prefix("| ").unwrap_or(text));
            return Ok(());
        }
        let head = &mut self.head;
        let place = |value: &str| at + token::offset(comment, value);
        let keyed = text.split_once(':').map(|(key, value)| (key.trim(), value));
        match keyed {
            Some((key, value)) if NAMES.contains(&key) => {
                head.names.insert(key.to_owned(), value.trim().to_owned());
            }
            Some(("pegs", value)) => head.pegs.extend(builder::pegs(value, place(value))?),
            Some(("to move", value)) => {
                let side = token::side(value.trim());
                let expected = "vertical or horizontal";
                let fault = || Fault::expected(place(value), expected, value.trim());
                head.to_move = Some(side.ok_or_else(fault)?);
            }
            Some(("comment", value)) => {
                add_line(&mut head.comment, value.strip_prefix(' ').unwrap_or(value));
            }
            _ if is_head(text.trim()) || text.split_whitespace().any(assume::is_word) => {
                head.words.take_all(comment, at)?;
            }
            _ if text.trim().is_empty() => {}
            _ => add_line(&mut head.comment, text),
        }
        Ok(())
    }

    /// Adds the game that was read up to byte `at` to the others, if there is one.
    fn end_game(&mut self, at: usize) -> Result<(), Fault> {
        if self.head.is_told || !self.head.pegs.is_empty() {
            self.moves(at)?;
        }
        if let Some(game) = self.game.take() {
            self.games.push(game.finish(self.ending.take())?);
        }
        Ok(())
    }
}

/// Whether a comment is a game's head.
fn is_head(comment: &str) -> bool {
    comment.strip_prefix("twixt ").is_some_and(|rest| rest.trim_start().starts_with("size="))
}

/// Whether the character is between words.
fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ';' || c == BYTE_ORDER_MARK
}

/// A word's number, if one with a dot or a bracket stands before it or is all of it, and the rest.
fn without_number(word: &str) -> (Option<usize>, &str) {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = word[..word.len() - rest.len()].parse().ok();
    match (number, rest.trim_start_matches(['.', ')'])) {
        (Some(_), "") => (number, ""),
        (Some(_), move_) if move_.len() < rest.len() => (number, move_),
        _ => (None, word),
    }
}

/// The moves of a word that starts at byte `at`: commas are between moves, and within one if what
/// follows is a chain, as in `j12-i12/k11,o11/n13`.
fn pieces(word: &str, at: usize) -> impl Iterator<Item = (usize, &str)> {
    let ends = word.match_indices(',').map(|(comma, _)| comma).chain([word.len()]);
    let is_end = move |end: &usize| {
        let next = word.get(end + 1..).and_then(|rest| rest.split([',', '-', '+']).next());
        next.is_none_or(|next| !next.contains('/'))
    };
    let places = ends.filter(is_end).scan(0, move |start, end| {
        let begun = std::mem::replace(start, end + 1);
        Some((at + begun, &word[begun..end]))
    });
    places.filter(|(_, piece)| !piece.is_empty())
}

/// Writes a game.
pub(crate) fn write(game: &Game) -> String {
    let (board, rules) = (assume::words_of_board(game.size), assume::words_of_rules(game));
    let mut text = format!("# twixt {board} {rules}");
    let last = game.last_word();
    let on_board = game.position().ok().and_then(|end| Ending::on_board(&end));
    if let Some(ending) = game.ending.filter(|_| last.is_none() && game.ending != on_board) {
        text.push_str(&format!(" result={ending}"));
    }
    text.push('\n');
    for (key, value) in NAMES.iter().zip(game.names()) {
        if let Some(value) = value {
            text.push_str(&format!("# {key}: {}\n", for_a_line(value)));
        }
    }
    if let Some(setup) = &game.setup {
        let to_move = setup.start().to_move();
        text.push_str(&format!("# pegs: {}\n# to move: {to_move}\n", setup.words()));
    }
    if !game.comment.is_empty() {
        game.comment.split('\n').for_each(|line| text.push_str(&format!("# comment: {line}\n")));
    }
    write_moves(&mut text, game, last);
    text
}

/// A name or the like as a line of the head can hold it.
fn for_a_line(text: &str) -> String {
    text.replace('\n', " ").trim().to_owned()
}

fn write_moves(text: &mut String, game: &Game, last: Option<&str>) {
    const A_LINE: usize = 10;
    let mut in_line = 0;
    let words = game.main_line().map(|node| (node.ply.to_string().to_lowercase(), node.comment));
    for (index, (word, comment)) in words.chain(last.map(|word| (word.to_owned(), ""))).enumerate()
    {
        if in_line > 0 {
            text.push(if in_line % A_LINE == 0 { '\n' } else { ' ' });
        }
        in_line += 1;
        text.push_str(&format!("{}.{word}", index + 1));
        if !comment.is_empty() {
            for line in comment.split('\n') {
                let guard = if line.starts_with('|') || is_head(line.trim()) { "| " } else { "" };
                text.push_str(&format!(" # {guard}{line}\n"));
            }
            in_line = 0;
        }
    }
    if in_line > 0 {
        text.push('\n');
    }
}
