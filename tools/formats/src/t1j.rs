//! Files of T1j and compatible programs: a header of 13 lines, then one move per line.
//!
//! ```text
//! # File created by T1j                        comment
//! # ...                                        comment
//! 1 # version of file-format
//! Ann # Name of Player 1                       connects top and bottom
//! Bob # Name of Player 2                       connects left and right
//! 24 # y-size of board                         rows
//! 24 # x-size of board                         columns
//! H # player 1 human or computer
//! H # player 2 human or computer
//! 1 # starting player (1 plays top-down)       or 2
//! V # direction of letters                     H: the letters may name rows; read as columns, with a note
//! Y # pierule?                                 or N
//! N # game already over?                       or Y
//! ```
//!
//! - If player 2 starts, the reader reflects the board across the main diagonal and adds a note. The starting
//!   player may also be `P1`, `P2` or a player's name.
//! - An empty or missing size means 24.
//! - `Y` in the last line of the header becomes the comment [`OVER`], unless the file states the ending. `N`
//!   is ignored, because some programs always write it.
//! - T1j plays under classic rules but never removes links; classic rules are the default. It has no swap;
//!   programs that write `swap` reflect the peg. Other rules, and endings that the moves do not show, are
//!   in the second comment, which other programs ignore: `# rules=pp swap=sides result=vertical+time`.
//! - Some programs leave values empty. The name `?` means no name.

use crate::assume::{words_of_rules, Assume, Words};
use crate::builder::Builder;
use crate::ending::Reason;
use crate::error::{Fault, BYTE_ORDER_MARK};
use crate::game::Game;
use crate::token;
use twixt::geometry::Size;
use twixt::rules::{Linking, Ply, Rules, SwapRule};

const HEADER_LINES: usize = 13;
const COMMENTS: usize = 2;

/// The comment on a finished game with an unknown result. Written to files in other formats, so it must not
/// change.
const OVER: &str = "The game is over; its ending is not recorded.";

pub(crate) fn is_likely(text: &str) -> bool {
    if is_bare_header(text) {
        return true;
    }
    let lines: Vec<&str> = text.lines().take(HEADER_LINES).collect();
    let header = lines.join("\n").to_ascii_lowercase().replace("#name", "# name");
    let has_any = |signs: &[&str]| signs.iter().any(|sign| header.contains(sign));
    // A text with fewer than 13 lines may be a truncated file, or a list with a comment about its players.
    has_any(&["# version of file-format", "# name of player 1", "# y-size of board"])
        || lines.len() == HEADER_LINES && has_any(&["# player 1"])
}

/// Returns whether the text starts with two comments and the values of a header, which may be empty if a comment follows.
/// Without the usual comments, such a file resembles a list if a player's name resembles a move.
fn is_bare_header(text: &str) -> bool {
    let lines = lines(text);
    let Some((comments, values)) =
        lines.get(..HEADER_LINES).map(|header| header.split_at(COMMENTS))
    else {
        return false;
    };
    let is_comment = |line: &T1jLine| line.value.is_empty() && line.comment.is_some();
    let is_one = |at: usize, letters: &[&str]| {
        let line = &values[at];
        is_comment(line) || letters.iter().any(|letter| letter.eq_ignore_ascii_case(line.value))
    };
    let is_number = |at: usize| {
        let line = &values[at];
        is_comment(line)
            || !line.value.is_empty() && line.value.bytes().all(|byte| byte.is_ascii_digit())
    };
    // Version, two names, rows, columns, two kinds of players, the first player, the direction of letters, and two flags.
    comments.iter().all(is_comment)
        && !values.iter().all(is_comment)
        && [0, 3, 4].into_iter().all(is_number)
        && [5, 6].into_iter().all(|at| is_one(at, &["H", "C"]))
        && [9, 10].into_iter().all(|at| is_one(at, &["Y", "N"]))
}

/// A value and the comment after it, with their byte offsets.
struct T1jLine<'a> {
    at: usize,
    value: &'a str,
    comment: Option<(usize, &'a str)>,
}

fn lines(text: &str) -> Vec<T1jLine<'_>> {
    let mut at = 0;
    let mut lines = Vec::new();
    for line in text.split('\n') {
        let (value, comment) = match line.split_once('#') {
            Some((value, comment)) => {
                let blanks = comment.len() - comment.trim_start().len();
                (value, Some((at + value.len() + 1 + blanks, comment.trim())))
            }
            None => (line, None),
        };
        let blank = |c: char| c.is_whitespace() || c == BYTE_ORDER_MARK;
        let start = at + (value.len() - value.trim_start_matches(blank).len());
        lines.push(T1jLine { at: start, value: value.trim_matches(blank), comment });
        at += line.len() + 1;
    }
    lines
}

pub(crate) fn read(text: &str, assume: &Assume) -> Result<Game, Fault> {
    let lines = lines(text);
    // The header's values start with the version, or after two comment lines if the version is missing.
    let first = lines.iter().position(|line| !line.value.is_empty()).unwrap_or(COMMENTS);
    let values = first.min(COMMENTS);
    // Both lines of the size are optional.
    let sizes = sizes(lines.get(values + 3..).unwrap_or(&[]));
    let length = HEADER_LINES - COMMENTS - 2 + sizes;
    let Some(header) = lines.get(values..values + length) else {
        let expected = "a header of 13 lines that ends with the flag \"game already over?\"";
        return Err(Fault::expected(text.len(), expected, ""));
    };
    let mut words = Words::default();
    for (at, comment) in lines[..values].iter().filter_map(|line| line.comment) {
        // The comments are free text, so invalid values are text.
        let _ = words.take_all(comment, at);
    }
    let edge = |line: &T1jLine| match line.value {
        "" => Ok(Size::MAX.get()),
        value => token::edge(value, line.at),
    };
    let (rows, columns) = match &header[3..3 + sizes] {
        [] => (Size::MAX.get(), Size::MAX.get()),
        [both] => (edge(both)?, edge(both)?),
        [rows, columns, ..] => (edge(rows)?, edge(columns)?),
    };
    let rest = &header[3 + sizes..];
    let mirrored = starts(&rest[2], [header[1].value, header[2].value])? == 1;
    let pie = is_yes(&rest[4], true)?;
    let over = is_yes(&rest[5], false)?;
    let (columns, rows) = if mirrored { (rows, columns) } else { (columns, rows) };
    let size = Size::rectangle(columns, rows).unwrap_or(Size::MAX);
    let swap = if pie { SwapRule::Mirror } else { SwapRule::None };
    let usual = assume.required.unwrap_or(Linking::Standard);
    let header_swap = |linking| if linking == usual { swap } else { Rules::usual(linking).swap };
    let rules = words.rules(usual, header_swap, assume)?;

    let mut game = Game::new(size, rules);
    let name =
        |line: &T1jLine| Some(line.value.to_owned()).filter(|name| !matches!(&**name, "" | "?"));
    game.players = [name(&header[1]), name(&header[2])];
    if mirrored {
        game.players.reverse();
    }
    let mut builder = Builder::new(game);
    for line in &lines[values + length..] {
        if !line.value.is_empty() {
            builder.play(line.value, line.at, mirrored)?;
        }
        if let Some((_, comment)) = line.comment.filter(|(_, comment)| !comment.is_empty()) {
            builder.add_comment(builder.last, comment);
        }
    }
    let mut game = builder.finish(words.ending)?;
    if mirrored {
        game.note_transposed(
            "player 2",
            "exchange the players' names and set the starting player to 1",
        );
    }
    if rest[3].value.eq_ignore_ascii_case("H") {
        let note = "the letters may name rows (direction of letters H); they are read as columns";
        game.notes.push(String::from(note));
    }
    if over && game.ending.is_none() {
        game.add_comment(OVER);
    }
    Ok(game)
}

fn sizes(lines: &[T1jLine]) -> usize {
    let is_size = |line: &&T1jLine| {
        let comment = line.comment.map_or("", |(_, comment)| comment).to_ascii_lowercase();
        let is_player = matches!(line.value, "H" | "h" | "C" | "c");
        !is_player && !comment.contains("human")
    };
    lines.iter().take(2).take_while(is_size).count()
}

fn starts(line: &T1jLine, names: [&str; 2]) -> Result<usize, Fault> {
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

/// Parses a value that starts with Y or N; `usual` is the meaning of an empty value.
fn is_yes(line: &T1jLine, usual: bool) -> Result<bool, Fault> {
    match line.value.chars().next() {
        None => Ok(usual),
        Some('Y' | 'y') => Ok(true),
        Some('N' | 'n') => Ok(false),
        Some(_) => Err(Fault::expected(line.at, "Y or N", line.value)),
    }
}

pub(crate) fn write(game: &Game) -> String {
    let yes = |yes: bool| if yes { "Y" } else { "N" };
    let name = |player: &Option<String>| {
        player.as_ref().map_or_else(|| String::from("?"), |name| name_for_a_line(name))
    };
    let mut words = words_of_rules(game);
    let last = game.last_word().filter(|word| *word == "resign");
    let ending = game.ending.filter(|ending| ending.reason != Reason::Chain && last.is_none());
    if let Some(ending) = ending {
        words.push_str(&format!(" result={ending}"));
    }
    let [first, second] = &game.players;
    let mut text = format!(
        "# Twixt\n# {words}\n1 # version of file-format\n{} # Name of Player 1\n{} # Name of Player 2\n\
         {} # y-size of board\n{} # x-size of board\nH # player 1 human or computer\n\
         H # player 2 human or computer\n1 # starting player (1 plays top-down)\n\
         V # direction of letters\n{} # pierule?\n{} # game already over?\n",
        name(first),
        name(second),
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

fn name_for_a_line(name: &str) -> String {
    name.replace(['#', '\n'], " ").trim().to_owned()
}
