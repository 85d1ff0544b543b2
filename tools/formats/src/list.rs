//! Plain lists of moves, as in emails: `1.f6 2.swap 3.m16`. Mails of the gamerz server have tables instead.
//!
//! - Whitespace, commas or semicolons separate moves. A move number is optional. Numbers count moves or pairs of moves,
//!   from 1, a swap or not; another number with a dot or a bracket is an error, except after a set-up.
//!   A turn with link changes is written as on the gamerz server, without spaces: `j12-i12/k11,o11/n13+h11/j12`. `resign`
//!   (by the side to move), `draw`, `1-0` (the first player wins) and `0-1` end a game.
//! - Asterisks after a move, which mark links in printed games, are skipped; `!` and `?` become its comment.
//! - `#` starts a comment. Before the first move a comment may contain the words
//!   `size=24 rules=standard swap=sides result=horizontal+time`, or be one of the lines
//!   `opens: NAME`, `answers: NAME`, `event: TEXT`, `date: TEXT`, `place: TEXT` and `comment: TEXT`. `size`
//!   may be columns and rows, `22x24`; `result` may be `1-0` or `white`. Upper and lower case are the same. Invalid values
//!   are text, except in a line `# twixt size=...`, and for board and rules in lower case in a line without other words. A
//!   comment after a move belongs to that move; a `|` at the start of the comment is removed.
//! - Lines such as `# pegs: vertical d6 f7 horizontal e8` before the first move set up a position. The pegs
//!   are placed in order, each with all possible links. `# to move: horizontal` states the side to move;
//!   the default is the side with fewer pegs, or vertical if the numbers are equal.
//! - The comment `# twixt size=...`, or a move with the number 1, starts the next game. The comment lines before its
//!   number 1 belong to it, from the first one of the above kinds on that has no other words.
//! - Signs `>` at the start of a line, with which mail programs quote it, are skipped, here and in the server's mails.

use crate::assume::{self, Assume, Words};
use crate::builder::{self, set_up, Builder, Placed};
use crate::ending::Ending;
use crate::error::{Fault, BYTE_ORDER_MARK};
use crate::game::Game;
use crate::sgf;
use crate::token::{self, split};
use crate::tree::add_line;
use std::collections::BTreeMap;
use twixt::geometry::Hole;
use twixt::rules::Ply;

/// Returns whether the text, apart from comments, starts with a move or a game's header.
pub(crate) fn is_likely(text: &str) -> bool {
    for line in text.lines().map(token::unquoted) {
        let (moves, comment) = line.split_once('#').unwrap_or((line, ""));
        if is_header_line(comment) || key_of(comment).is_some_and(|key| key == "pegs") {
            return true;
        }
        let mut words =
            split(moves, 0, is_between).filter(|(_, word)| !without_number(word).1.is_empty());
        if let Some((at, word)) = words.next() {
            let (_, word) = without_number(word);
            let first = pieces(word, at).next();
            let token = |piece: &str| token::token(piece.trim_end_matches(MARKS), at);
            return first.is_some_and(|(_, piece)| token(piece).is_ok());
        }
    }
    false
}

pub(crate) fn read(text: &str, assume: &Assume, max_games: usize) -> Result<Vec<Game>, Fault> {
    let (header, games) = (Header::default(), Vec::new());
    let (pending, game, ending, counts) = (Vec::new(), None, None, [true; 4]);
    let mut reading = Reading { assume, max_games, games, header, pending, game, ending, counts };
    let mut at = 0;
    for line in text.split('\n') {
        reading.line(line, at)?;
        at += line.len() + 1;
    }
    reading.settle()?;
    reading.end_game(text.len())?;
    if reading.games.is_empty() {
        return Err(Fault::expected(text.len(), "a move, or a header such as # twixt size=24", ""));
    }
    Ok(reading.games)
}

struct Reading<'a> {
    assume: &'a Assume,
    max_games: usize,
    games: Vec<Game>,
    header: Header<'a>,
    /// Comment lines after a game's moves that may be the header of the next one.
    pending: Vec<(usize, &'a str)>,
    game: Option<Builder>,
    ending: Option<(Ending, usize)>,
    /// Whether the move numbers of the game so far may count moves, pairs of moves, and these without the swap.
    counts: [bool; 4],
}

#[derive(Default)]
struct Header<'a> {
    /// Whether the line `# twixt size=...` occurred: a game with this line counts even without moves.
    has_header_line: bool,
    words: Words,
    names: BTreeMap<String, String>,
    comment: String,
    pegs: Vec<Placed>,
    /// The comment at this byte that states the side to move, if a position is set up.
    to_move: Option<(usize, &'a str)>,
}

/// Signs after a move.
const MARKS: [char; 4] = ['*', '!', '?', '.'];

/// Keys of comments before the first move: the names of a game in their order, and others.
const KEYS: [&str; 8] =
    ["opens", "answers", "event", "date", "place", "comment", "pegs", "to move"];

impl<'a> Reading<'a> {
    fn line(&mut self, line: &'a str, at: usize) -> Result<(), Fault> {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let plain = token::unquoted(line);
        let at = at + token::offset(line, plain);
        let (moves, comment) = match plain.split_once('#') {
            Some((moves, comment)) => (moves, Some((at + moves.len() + 1, comment))),
            None => (plain, None),
        };
        let mut is_comment_line = true;
        for (place, word) in split(moves, at, is_between) {
            is_comment_line = false;
            self.word(word, place)?;
        }
        match comment {
            Some((place, comment)) => self.comment(comment, place, is_comment_line),
            None => Ok(()),
        }
    }

    fn word(&mut self, word: &str, at: usize) -> Result<(), Fault> {
        let (number, rest) = without_number(word);
        let plies = self.game.as_ref().map_or(0, Builder::plies);
        // `1...` continues the first pair of moves.
        if number == Some(1) && plies > 0 && !(plies == 1 && word.starts_with("1..")) {
            self.end_game(at)?;
        }
        self.settle()?;
        let before = &word[..word.len() - rest.len()];
        // A position that was set up may continue the numbers of another game.
        let game = self.game.as_ref().map(Builder::game);
        let is_free = game.map_or(!self.header.pegs.is_empty(), |game| game.setup.is_some());
        if let Some(number) = number.filter(|_| before.ends_with(['.', ')']) && !is_free) {
            let plies = game.map_or(0, |game| game.plies.len());
            let second = game.and_then(|game| game.main_line().nth(1));
            let uncounted = usize::from(second.is_some_and(|node| node.ply == Ply::Swap));
            let ways = [plies, plies - uncounted].map(|plies| [plies + 1, plies / 2 + 1]);
            let next = ways.as_flattened();
            let fits = std::array::from_fn(|way| self.counts[way] && next[way] == number);
            if fits == [false; 4] {
                let possible = next.iter().zip(self.counts).filter(|&(_, fits)| fits);
                let largest = possible.map(|(next, _)| next).max().expect("a way that fits");
                let expected = format!("the number {largest} of the next move");
                return Err(Fault::expected(at, &expected, word));
            }
            self.counts = fits;
        }
        pieces(rest, at + before.len()).try_for_each(|(at, piece)| self.piece(piece, at))
    }

    fn piece(&mut self, piece: &str, at: usize) -> Result<(), Fault> {
        let game = self.moves(at)?;
        let (word, marks) = piece.split_at(piece.trim_end_matches(MARKS).len().max(1));
        if let (true, Some(Some(ending))) = (word.contains('-'), sgf::result::read(word)) {
            game.check_not_ended()?;
            game.ended = Some((ending, at));
            return Ok(());
        }
        game.play(word, at, false)?;
        let marks = marks.replace(['*', '.'], "");
        if !marks.is_empty() {
            game.add_comment(game.last, &marks);
        }
        Ok(())
    }

    /// Returns the current game's builder. If there is no current game, one starts at byte `at`.
    fn moves(&mut self, at: usize) -> Result<&mut Builder, Fault> {
        if self.game.is_none() {
            if self.games.len() == self.max_games {
                return Err(Fault::too_many(at, self.max_games));
            }
            let mut header = std::mem::take(&mut self.header);
            let (size, rules) = header.words.board(self.assume)?;
            let mut game = Game { comment: header.comment, ..Game::new(size, rules) };
            let names = game.names_mut().into_iter().zip(KEYS);
            names.for_each(|(name, key)| *name = header.names.remove(key));
            if !header.pegs.is_empty() {
                let word = |(at, text): (usize, &str)| {
                    let (key, word) = text.split_once(':').expect("a key");
                    let at = at + key.len() + 1 + (word.len() - word.trim_start().len());
                    let side = token::side(word.trim());
                    side.ok_or_else(|| Fault::expected(at, "vertical or horizontal", word.trim()))
                };
                set_up(&mut game, &header.pegs, header.to_move.map(word).transpose()?)?;
            } else if let Some((_, text)) = header.to_move {
                add_line(&mut game.comment, text);
            }
            self.ending = header.words.ending;
            self.game = Some(Builder::new(game));
        }
        Ok(self.game.as_mut().expect("set above"))
    }

    fn comment(&mut self, comment: &'a str, at: usize, is_comment_line: bool) -> Result<(), Fault> {
        let text = comment.strip_prefix(' ').unwrap_or(comment);
        if is_comment_line && is_header_line(text) {
            self.end_game(at)?;
            self.header.has_header_line = true;
        }
        if let Some(game) = &mut self.game {
            match is_comment_line && (!self.pending.is_empty() || may_be_next(text)) {
                true => self.pending.push((at, comment)),
                false => game.add_comment(game.last, text.strip_prefix("| ").unwrap_or(text)),
            }
            return Ok(());
        }
        let header = &mut self.header;
        let place = |value: &str| at + token::offset(comment, value);
        let value = text.split_once(':').map_or("", |(_, value)| value);
        match key_of(text).as_deref() {
            Some("pegs") => header.pegs.extend(builder::pegs(value, place(value))?),
            Some("to move") => {
                if let Some((_, earlier)) = header.to_move.replace((place(text), text)) {
                    add_line(&mut header.comment, earlier);
                }
            }
            Some("comment") => {
                add_line(&mut header.comment, value.strip_prefix(' ').unwrap_or(value));
            }
            Some(key) => drop(header.names.insert(key.to_owned(), value.trim().to_owned())),
            None if is_header(text) => header.words.take_all(comment, at)?,
            None if text.trim().is_empty() => {}
            None => {
                // Invalid values are text.
                let _ = header.words.take_all(comment, at);
                add_line(&mut header.comment, text);
            }
        }
        Ok(())
    }

    fn end_game(&mut self, at: usize) -> Result<(), Fault> {
        if self.header.has_header_line || !self.header.pegs.is_empty() {
            self.moves(at)?;
        }
        self.counts = [true; 4];
        if let Some(game) = self.game.take() {
            self.games.push(game.finish(self.ending.take())?);
        }
        self.settle()
    }

    /// Adds the pending lines to the last move if the game continues, else to the next header.
    fn settle(&mut self) -> Result<(), Fault> {
        let pending = std::mem::take(&mut self.pending);
        pending.into_iter().try_for_each(|(at, comment)| self.comment(comment, at, false))
    }
}

fn is_header_line(comment: &str) -> bool {
    let mut words = comment.split_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("twixt"))
        && words.next().is_some_and(assume::is_word)
}

/// Returns the key of a comment such as `opens: NAME`, in lower case, if it is one.
fn key_of(comment: &str) -> Option<String> {
    let (key, value) = comment.split_once(':')?;
    let key = key.trim().to_ascii_lowercase();
    let mut words = value.split([' ', '\t', ',']).filter(|word| !word.is_empty());
    let [first, second] = [(); 2].map(|()| words.next().unwrap_or_default());
    let has_number = second.contains(|c: char| c.is_ascii_digit());
    let is_valid = match &*key {
        // Other texts, such as `pegs: 50 per side` or `pegs: white has more`, are comments.
        "pegs" => first.parse::<Hole>().is_ok() || token::side(first).is_some() && has_number,
        _ => KEYS.contains(&&*key),
    };
    is_valid.then_some(key)
}

/// Returns whether a comment has the form of a header's line.
fn is_header(comment: &str) -> bool {
    key_of(comment).is_some() || is_header_line(comment) || assume::are_words(comment)
}

/// Returns whether a comment line after the moves of a game may belong to the next game.
fn may_be_next(comment: &str) -> bool {
    // The writer puts this sign before a move's comments of the same form.
    is_header(comment) || !comment.starts_with("| ") && assume::has_board(comment)
}

fn is_between(c: char) -> bool {
    c.is_whitespace() || c == ';' || c == BYTE_ORDER_MARK
}

/// Splits off a word's move number, if it has one. A number needs a dot or a bracket, unless it is the whole
/// word.
fn without_number(word: &str) -> (Option<usize>, &str) {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    let number = word[..word.len() - rest.len()].parse().ok();
    match (number, rest.trim_start_matches(['.', ')'])) {
        (Some(_), "") => (number, ""),
        (Some(_), move_) if move_.len() < rest.len() => (number, move_),
        _ => (None, word),
    }
}

/// Splits a word that starts at byte `at` into moves. A comma before further links, as in `j12-i12/k11,o11/n13`,
/// belongs to the move; other commas separate moves.
fn pieces(word: &str, at: usize) -> impl Iterator<Item = (usize, &str)> {
    let ends = word.match_indices(',').map(|(comma, _)| comma).chain([word.len()]);
    let is_end = move |end: &usize| {
        let next = word.get(end + 1..).and_then(|rest| rest.split([',', '-', '+']).next());
        next.is_none_or(|next| !next.contains('/'))
    };
    let places = ends.filter(is_end).scan(0, move |start, end| {
        let from = std::mem::replace(start, end + 1);
        Some((at + from, &word[from..end]))
    });
    places.filter(|(_, piece)| !piece.is_empty())
}

pub(crate) fn write(game: &Game) -> String {
    let (board, rules) = (assume::words_of_board(game.size), assume::words_of_rules(game));
    let mut text = format!("# twixt {board} {rules}");
    let last = game.last_word();
    let on_board = game.position().ok().and_then(|end| Ending::on_board(&end));
    if let Some(ending) = game.ending.filter(|_| last.is_none() && game.ending != on_board) {
        text.push_str(&format!(" result={ending}"));
    }
    text.push('\n');
    for (key, value) in KEYS.iter().zip(game.names()) {
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

fn for_a_line(text: &str) -> String {
    text.replace('\n', " ").trim().to_owned()
}

fn write_moves(text: &mut String, game: &Game, last: Option<&str>) {
    const PLIES_PER_LINE: usize = 10;
    let mut in_line = 0;
    let words = game.main_line().map(|node| (node.ply.to_string().to_lowercase(), node.comment));
    for (index, (word, comment)) in words.chain(last.map(|word| (word.to_owned(), ""))).enumerate()
    {
        if in_line > 0 {
            text.push(if in_line % PLIES_PER_LINE == 0 { '\n' } else { ' ' });
        }
        in_line += 1;
        text.push_str(&format!("{}.{word}", index + 1));
        if !comment.is_empty() {
            for line in comment.split('\n') {
                let guard = if line.starts_with('|') || may_be_next(line) { "| " } else { "" };
                text.push_str(&format!(" # {guard}{line}\n"));
            }
            in_line = 0;
        }
    }
    if in_line > 0 {
        text.push('\n');
    }
}
