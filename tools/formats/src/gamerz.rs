//! Mails and archives of the gamerz server: a table of moves, and the board after them.
//!
//! ```text
//!    RED  BLACK
//! 1.  F6
//! 2.       swap
//! 3.       H7       comments follow a move, also in lines without a number
//! 4.  G8
//!
//!     A  B  C  ...
//!  1     .  .  ...
//! ```
//!
//! - A text is such a mail if it names the server or has the heading of the table, and has a line that starts with the
//!   number 1 and a move. The numbers of the lines must be consecutive; a line may hold the moves of both players. The
//!   number 1 starts the next game.
//! - Red (`O`) moves first and connects top and bottom, Black is `#`. `Red: NAME` and `Black: NAME` name the players, who
//!   exchange their names when they swap.
//! - The server plays under classic rules with a swap of sides. Links named in brackets, `C8(E7)`, are not read: all
//!   possible links are placed, as on the server.
//! - A board before or after the table states the size, which is 24 × 24 without it. If its pegs differ from those of the
//!   moves, the text is rejected, so that no move is lost.

use crate::assume::Assume;
use crate::builder::Builder;
use crate::ending::{Ending, Reason};
use crate::error::Fault;
use crate::game::Game;
use crate::token;
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::{Linking, Ply, Rules, SwapRule};

/// The maximum indentation of a line's number; further to the right are comments.
const MAX_INDENTATION: usize = 4;

/// Returns whether the text is a mail of the server.
pub(crate) fn is_likely(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let is_named = lower.contains("gamerz.net") || lower.contains("pbmserv");
    (is_named || lines(&lower).any(|(_, line)| is_heading(line)))
        && lines(text).any(|(at, line)| starts_game(line, at))
}

fn is_heading(line: &str) -> bool {
    let mut words = line.split_whitespace();
    words.next().is_some_and(|word| word.eq_ignore_ascii_case("red"))
        && words.any(|word| word.eq_ignore_ascii_case("black"))
}

fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.split('\n').map(|line| token::unquoted(line).trim_end());
    lines.map(|line| (token::offset(text, line), line))
}

/// Splits the number off a line of the table; returns it with the rest.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let start = line.trim_start();
    let digits = start.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = start.split_at(digits);
    let rest = rest.strip_prefix(['.', ')']).unwrap_or(rest);
    let is_row = line.len() - start.len() <= MAX_INDENTATION && rest.starts_with([' ', '\t']);
    Some((number.parse().ok()?, rest)).filter(|_| is_row)
}

fn starts_game(line: &str, at: usize) -> bool {
    let row = numbered(line).filter(|(number, _)| *number == 1);
    row.is_some_and(|(_, rest)| !moves(rest, at + token::offset(line, rest)).1.is_empty())
}

/// Splits the rest of a line, which starts at byte `at`, into the comment at its end and the moves before it.
fn moves(rest: &str, at: usize) -> (&str, Vec<(usize, &str)>) {
    let (mut left, mut found) = (rest, Vec::new());
    loop {
        left = left.trim_start_matches(|c: char| c.is_whitespace() || c == ',' || c == ';');
        let end = left.find(|c: char| c.is_whitespace() || "(;".contains(c)).unwrap_or(left.len());
        let word = left[..end].trim_end_matches([',', ';']);
        let place = at + token::offset(rest, left);
        let comma = word.find(',').filter(|&comma| !word[comma..].contains('/'));
        let word = &word[..comma.unwrap_or(word.len())];
        // Other words, such as `at`, are holes in other formats.
        let is_turn =
            word.contains(|c: char| c.is_ascii_digit()) && token::token(word, place).is_ok();
        let is_word =
            ["swap", "resign", "resigns"].iter().any(|known| word.eq_ignore_ascii_case(known))
                || found.is_empty() && word.eq_ignore_ascii_case("draw");
        if !is_turn && !is_word {
            return (left, found);
        }
        found.push((place, word));
        left = &left[word.len()..];
        // Links of a move that is followed by another one.
        if let Some((links, after)) = left.strip_prefix('(').and_then(|left| left.split_once(')')) {
            let next = after.trim_start_matches([',', ';', ' ']);
            let next = next.split([' ', '(', ',', ';']).next().unwrap_or_default();
            let is_links = links.split([',', '/']).all(|hole| hole.trim().parse::<Hole>().is_ok());
            if is_links && next.contains(|c: char| c.is_ascii_digit()) {
                left = after;
            }
        }
    }
}

pub(crate) fn read(text: &str, assume: &Assume, max_games: usize) -> Result<Vec<Game>, Fault> {
    let linking = assume.linking(Some((Linking::Standard, 0)), Linking::Standard)?;
    let rules = Rules { linking, swap: SwapRule::Sides };
    let mut reading =
        Reading { games: Vec::new(), current: None, names: [None, None], above: None };
    let all: Vec<(usize, &str)> = lines(text).collect();
    let mut rest = all.as_slice();
    while let [(at, line), after @ ..] = rest {
        if let Some(board) = BoardText::read(rest) {
            rest = &rest[board.lines..];
            match &mut reading.current {
                Some(table) => table.compare(&board)?,
                None => reading.above = Some(board),
            }
            continue;
        }
        if starts_game(line, *at) {
            reading.end_game()?;
            if reading.games.len() == max_games {
                return Err(Fault::too_many(*at, max_games));
            }
            let next = after.iter().position(|(at, line)| starts_game(line, *at));
            let below =
                (0..next.unwrap_or(after.len())).find_map(|from| BoardText::read(&after[from..]));
            let size =
                reading.above.as_ref().or(below.as_ref()).map_or(Ok(Size::MAX), BoardText::size)?;
            let builder = Builder::new(Game::new(size, rules));
            reading.current =
                Some(Table { builder, number: 0, is_over: false, resigned: None, has_gap: false });
        }
        reading.line(line, *at)?;
        rest = after;
    }
    reading.end_game()?;
    Ok(reading.games)
}

struct Reading {
    games: Vec<Game>,
    current: Option<Table>,
    /// The names of Red and Black.
    names: [Option<String>; 2],
    /// The board above the table.
    above: Option<BoardText>,
}

/// The table of a game.
struct Table {
    builder: Builder,
    /// The number of its last line.
    number: usize,
    /// Whether a board has followed: then further lines are text of the mail.
    is_over: bool,
    /// The resignation that the last line states in words.
    resigned: Option<(Ending, usize)>,
    /// Whether a blank line has followed the last one of the table: then text without moves is none of its comments.
    has_gap: bool,
}

impl Reading {
    fn line(&mut self, line: &str, at: usize) -> Result<(), Fault> {
        for side in Side::ALL {
            if let Some(name) = name(line, ["red", "black"][side.index()]) {
                self.names[side.index()] = Some(name.to_owned());
            }
        }
        let Some(table) = &mut self.current else { return Ok(()) };
        let words = line.to_ascii_lowercase();
        let is_loser = |words: &str, colour: &str| words.ends_with(&format!("{colour} resigns"));
        let words = words.trim_end_matches(['.', '!']);
        let loser =
            Side::ALL.into_iter().find(|side| is_loser(words, ["red", "black"][side.index()]));
        let resigned = loser.map(|side| (Ending::won(!side, Reason::Resign), at));
        let row = numbered(line).filter(|_| !table.is_over);
        let Some((number, rest)) = row else {
            table.resigned = resigned.or(table.resigned);
            table.has_gap |= line.trim().is_empty();
            if !table.is_over && !table.has_gap {
                table.builder.add_comment(table.builder.last, line.trim());
            }
            return Ok(());
        };
        let place = at + token::offset(line, rest);
        let (comment, moves) = moves(rest, place);
        if moves.is_empty() && table.has_gap && loser.is_none() {
            return Ok(());
        }
        if number != table.number + 1 {
            let expected = format!("the line of the table with number {}", table.number + 1);
            return Err(Fault::expected(at, &expected, line.trim_start()));
        }
        (table.number, table.has_gap) = (number, false);
        if moves.is_empty() && loser.is_none() {
            return Err(Fault::expected(place, "a move such as D6", comment));
        }
        for (place, word) in moves {
            table.builder.play(word, place, false)?;
        }
        table.resigned = resigned;
        if !comment.is_empty() {
            table.builder.add_comment(table.builder.last, comment);
        }
        Ok(())
    }

    fn end_game(&mut self) -> Result<(), Fault> {
        let Some(mut table) = self.current.take() else { return Ok(()) };
        if let Some(board) = self.above.take().filter(|_| !table.is_over) {
            table.compare(&board)?;
        }
        let stated = table.builder.ended.or(table.resigned);
        let mut game = table.builder.finish(stated)?;
        game.players = std::mem::take(&mut self.names);
        // The table names the players after a swap; the first player is then Black.
        if game.main_line().any(|node| node.ply == Ply::Swap) {
            game.players.reverse();
        }
        self.games.push(game);
        Ok(())
    }
}

impl Table {
    /// Compares the pegs of a board with those of the moves.
    fn compare(&mut self, board: &BoardText) -> Result<(), Fault> {
        self.is_over = true;
        let position = self.builder.position(self.builder.last);
        for (hole, shown) in &board.holes {
            let played = position.board().peg(*hole);
            if played != *shown {
                let peg = |side: Option<Side>| {
                    side.map_or("no peg", |side| ["a peg of Red", "a peg of Black"][side.index()])
                };
                let (shown, played) = (peg(*shown), peg(played));
                return Err(Fault::new(
                    board.at,
                    format!("this board has {shown} on {hole}, and its table of moves {played}: a move is missing"),
                ));
            }
        }
        Ok(())
    }
}

/// Returns the name in a line such as `Red (O): Ann`.
fn name<'a>(line: &'a str, colour: &str) -> Option<&'a str> {
    let (key, name) = line.split_once(':')?;
    let first = key.split_whitespace().next()?;
    let is_short = key.split_whitespace().count() <= 2;
    (is_short && first.eq_ignore_ascii_case(colour) && !name.trim().is_empty())
        .then_some(name.trim())
}

/// A board in a text.
struct BoardText {
    at: usize,
    columns: usize,
    rows: usize,
    holes: Vec<(Hole, Option<Side>)>,
    /// The number of its lines.
    lines: usize,
}

impl BoardText {
    /// Reads the board that starts with the first of these lines: letters from A, then the rows from 1.
    fn read(lines: &[(usize, &str)]) -> Option<BoardText> {
        let (at, letters) = lines.first()?;
        let places = columns(letters)?;
        let mut board =
            BoardText { at: *at, columns: places.len(), rows: 0, holes: Vec::new(), lines: 1 };
        for (number, (_, line)) in lines.iter().enumerate().skip(1) {
            let signs: Vec<char> = line.chars().collect();
            let margin: String = signs.iter().take(places[0]).collect();
            let digits = margin.trim_matches(|c: char| !c.is_ascii_digit());
            if digits.parse() == Ok(board.rows + 1) {
                for (column, &place) in places.iter().enumerate() {
                    let side = match signs.get(place) {
                        Some('O' | 'R') => Some(Side::Vertical),
                        Some('#' | 'B') => Some(Side::Horizontal),
                        _ => None,
                    };
                    board.holes.push((Hole::new(column as u8, board.rows as u8), side));
                }
                board.rows += 1;
                board.lines = number + 1;
            } else if !digits.is_empty() || columns(line).is_some() {
                break;
            }
        }
        (board.rows >= usize::from(Size::MIN.get())).then_some(board)
    }

    fn size(&self) -> Result<Size, Fault> {
        let size = u8::try_from(self.columns).ok().zip(u8::try_from(self.rows).ok());
        size.and_then(|(columns, rows)| Size::rectangle(columns, rows)).ok_or_else(|| {
            let found = format!("{} x {}", self.columns, self.rows);
            Fault::expected(self.at, "a board of 5 to 24 columns and rows", &found)
        })
    }
}

/// Returns the places of the letters in a line that names at least five columns, from A.
fn columns(line: &str) -> Option<Vec<usize>> {
    let places: Vec<(usize, char)> =
        line.chars().enumerate().filter(|(_, c)| !c.is_whitespace()).collect();
    let is_letters = places.iter().zip('A'..='Z').all(|((_, sign), letter)| *sign == letter);
    let is_spaced = places.windows(2).all(|pair| pair[1].0 > pair[0].0 + 1);
    let fits = (5..=26).contains(&places.len());
    (is_letters && is_spaced && fits).then(|| places.into_iter().map(|(place, _)| place).collect())
}
