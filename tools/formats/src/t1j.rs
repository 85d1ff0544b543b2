//! Files of T1j, which other programs read and write too: 13 lines of head, then a move a line.
//!
//! ```text
//! # File created by T1j                        comment
//! # ...                                        comment
//! 1 # version of file-format
//! Ann # Name of Player 1                       joins top and bottom
//! Bob # Name of Player 2                       joins left and right
//! 24 # y-size of board                         rows
//! 24 # x-size of board                         columns
//! H # player 1 human or computer
//! H # player 2 human or computer
//! 1 # starting player (1 plays top-down)       or 2
//! V # direction of letters
//! Y # pierule?                                 or N
//! N # game already over?                       or Y
//! ```
//!
//! - If player 2 starts, the game is read mirrored on the main diagonal, which is noted. `P2`, and the player's name,
//!   are read there as well.
//! - A size that is not told is 24; so is the board's if the lines for it are left out.
//! - `Y` at the end of the head, where nothing tells how the game ended, is kept as the comment
//!   [`OVER`]. `N` says nothing, since some programs write it always.
//! - T1j plays the classic rules without taking links away, and those are taken for granted. It has no
//!   word for a swap; programs that write `swap` mean the mirrored one. Other rules, and results that
//!   the moves don't show, are written to the second comment, which those programs skip:
//!   `# rules=pp swap=sides result=vertical+time`.
//! - Some programs leave values of the head empty. `?` is nobody's name.

use crate::assume::{words_of_rules, Assume, Words};
use crate::builder::Builder;
use crate::ending::Reason;
use crate::error::{Fault, BYTE_ORDER_MARK};
use crate::game::Game;
use crate::token;
use twixt::geometry::Size;
use twixt::rules::{Linking, Ply, Rules, SwapRule};

const HEAD: usize = 13;
/// Lines of comment above the values.
const COMMENTS: usize = 2;

/// The comment on a game that is over, nobody says how.
const OVER: &str = "The game is over; how it ended is not told.";

/// Whether the first lines look like the head.
pub(crate) fn is_likely(text: &str) -> bool {
    if is_bare_head(text) {
        return true;
    }
    let lines: Vec<&str> = text.lines().take(HEAD).collect();
    let head = lines.join("\n").to_ascii_lowercase().replace("#name", "# name");
    let says = |signs: &[&str]| signs.iter().any(|sign| head.contains(sign));
    // Less than a whole head may be a file cut off, or a list with a comment on its players.
    says(&["# version of file-format", "# name of player 1", "# y-size of board"])
        || lines.len() == HEAD && says(&["# player 1"])
}

/// Whether the values are those of a head, though no comment says what each of them is: a player's name
/// may look like a move.
fn is_bare_head(text: &str) -> bool {
    let lines = lines(text);
    let values: Vec<&str> =
        lines.iter().skip(COMMENTS).take(HEAD - COMMENTS).map(|line| line.value).collect();
    let is = |value: &str, letters: &[&str]| letters.iter().any(|l| l.eq_ignore_ascii_case(value));
    let number = |value: &str| !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    let is_comment = |line: &Line| line.value.is_empty() && line.comment.is_some();
    match *values {
        [version, _, _, rows, columns, first, second, _, _, pie, over] => {
            lines[..COMMENTS].iter().all(is_comment)
                && [version, rows, columns].into_iter().all(number)
                && [first, second].into_iter().all(|value| is(value, &["H", "C"]))
                && [pie, over].into_iter().all(|value| is(value, &["Y", "N"]))
        }
        _ => false,
    }
}

/// A line: the byte where it starts, its value, and the comment behind with its byte.
struct Line<'a> {
    at: usize,
    value: &'a str,
    comment: Option<(usize, &'a str)>,
}

fn lines(text: &str) -> Vec<Line<'_>> {
    let mut at = 0;
    let mut lines = Vec::new();
    for whole in text.split('\n') {
        let (value, comment) = match whole.split_once('#') {
            Some((value, comment)) => {
                let blanks = comment.len() - comment.trim_start().len();
                (value, Some((at + value.len() + 1 + blanks, comment.trim())))
            }
            None => (whole, None),
        };
        let blank = |c: char| c.is_whitespace() || c == BYTE_ORDER_MARK;
        let start = at + (value.len() - value.trim_start_matches(blank).len());
        lines.push(Line { at: start, value: value.trim_matches(blank), comment });
        at += whole.len() + 1;
    }
    lines
}

/// Reads a file.
pub(crate) fn read(text: &str, assume: &Assume) -> Result<Game, Fault> {
    let lines = lines(text);
    // The version is the first value; where it is left out, the comments are two.
    let first = lines.iter().position(|line| !line.value.is_empty()).unwrap_or(COMMENTS);
    let values = first.min(COMMENTS);
    // The two lines for the size may be left out, and then there are as many less.
    let sizes = sizes(lines.get(values + 3..).unwrap_or(&[]));
    let length = HEAD - COMMENTS - 2 + sizes;
    let Some(head) = lines.get(values..values + length) else {
        let expected = "a head of 13 lines, of which the last tells whether the game is over";
        return Err(Fault::expected(text.len(), expected, ""));
    };
    let mut told = Words::default();
    for (at, comment) in lines[..values].iter().filter_map(|line| line.comment) {
        told.take_all(comment, at)?;
    }
    let edge = |line: &Line| match line.value {
        "" => Ok(Size::MAX.get()),
        value => token::edge(value, line.at),
    };
    let (rows, columns) = match &head[3..3 + sizes] {
        [] => (Size::MAX.get(), Size::MAX.get()),
        [both] => (edge(both)?, edge(both)?),
        [rows, columns, ..] => (edge(rows)?, edge(columns)?),
    };
    let rest = &head[3 + sizes..];
    let mirrored = starts(&rest[2], [head[1].value, head[2].value])? == 1;
    let pie = is_yes(&rest[4], true)?;
    let over = is_yes(&rest[5], false)?;
    let (columns, rows) = if mirrored { (rows, columns) } else { (columns, rows) };
    // Both are from 5 to 24.
    let size = Size::rectangle(columns, rows).unwrap_or(Size::MAX);
    let swap = if pie { SwapRule::Mirror } else { SwapRule::None };
    let own = assume.asked.unwrap_or(Linking::Standard);
    let by_head = |linking| if linking == own { swap } else { Rules::usual(linking).swap };
    let rules = told.rules(own, by_head, assume)?;

    let mut game = Game::new(size, rules);
    let name =
        |line: &Line| Some(line.value.to_owned()).filter(|name| !matches!(&**name, "" | "?"));
    game.players = [name(&head[1]), name(&head[2])];
    if mirrored {
        game.players.reverse();
    }
    let mut builder = Builder::new(game);
    for line in &lines[values + length..] {
        if !line.value.is_empty() {
            builder.play(line.value, line.at, mirrored)?;
        }
        if let Some((_, comment)) = line.comment.filter(|(_, comment)| !comment.is_empty()) {
            builder.say(builder.last, comment);
        }
    }
    let mut game = builder.finish(told.ending)?;
    if mirrored {
        game.note_transposed(
            "player 2",
            "exchange the players' names and write 1 as its starting player",
        );
    }
    if over && game.ending.is_none() {
        game.say(OVER);
    }
    Ok(game)
}

/// How many lines tell the size, of those that follow the players' names.
fn sizes(lines: &[Line]) -> usize {
    let is_size = |line: &&Line| {
        let comment = line.comment.map_or("", |(_, comment)| comment).to_ascii_lowercase();
        let is_player = matches!(line.value, "H" | "h" | "C" | "c");
        !is_player && !comment.contains("human")
    };
    lines.iter().take(2).take_while(is_size).count()
}

/// Which player starts, 0 or 1.
fn starts(line: &Line, names: [&str; 2]) -> Result<usize, Fault> {
    let number = line.value.strip_prefix(['P', 'p']).unwrap_or(line.value);
    match number {
        "" | "1" => Ok(0),
        "2" => Ok(1),
        _ => names
            .iter()
            .position(|name| *name == line.value)
            .ok_or_else(|| Fault::expected(line.at, "1 or 2, or a player's name", line.value)),
    }
}

/// A value that starts with Y or N, or is empty.
fn is_yes(line: &Line, usual: bool) -> Result<bool, Fault> {
    match line.value.chars().next() {
        None => Ok(usual),
        Some('Y' | 'y') => Ok(true),
        Some('N' | 'n') => Ok(false),
        Some(_) => Err(Fault::expected(line.at, "Y or N", line.value)),
    }
}

/// Writes a game that this format can hold.
pub(crate) fn write(game: &Game) -> String {
    let yes = |yes: bool| if yes { "Y" } else { "N" };
    let name = |player: &Option<String>| {
        player.as_ref().map_or_else(|| String::from("?"), |name| name_for_a_line(name))
    };
    let mut told = words_of_rules(game);
    let last = game.last_word().filter(|word| *word == "resign");
    let ending = game.ending.filter(|ending| ending.reason != Reason::Chain && last.is_none());
    if let Some(ending) = ending {
        told.push_str(&format!(" result={ending}"));
    }
    let [opens, answers] = &game.players;
    let mut text = format!(
        "# Twixt\n# {told}\n1 # version of file-format\n{} # Name of Player 1\n{} # Name of Player 2\n\
         {} # y-size of board\n{} # x-size of board\nH # player 1 human or computer\n\
         H # player 2 human or computer\n1 # starting player (1 plays top-down)\n\
         V # direction of letters\n{} # pierule?\n{} # game already over?\n",
        name(opens),
        name(answers),
        game.size.rows(),
        game.size.columns(),
        yes(game.rules.swap != SwapRule::None),
        yes(game.ending.is_some() || game.comment == OVER),
    );
    for node in game.main_line() {
        text.push_str(&match &node.ply {
            Ply::Swap => String::from("swap\n"),
            Ply::Turn(turn) => format!("{}\n", turn.peg),
        });
    }
    if last.is_some() {
        text.push_str("resign\n");
    }
    text
}

/// A name as the head can hold it.
fn name_for_a_line(name: &str) -> String {
    name.replace(['#', '\n'], " ").trim().to_owned()
}
