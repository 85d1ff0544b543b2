//! All formats in one place: which one a text has, and what reads and writes it.

use crate::assume::Assume;
use crate::ending::Ending;
use crate::error::{Fault, ReadError, WriteError, BYTE_ORDER_MARK};
use crate::game::{transposed, Game};
use crate::kind::Format;
use crate::tree::Tree;
use crate::{json, list, little_golem, sgf, t1j};
use std::borrow::Cow;
use twixt::geometry::Size;
use twixt::rules::{Ply, Rules};

/// Tells a text's format by its content; `None` if it looks like none of them.
#[must_use]
pub fn recognise(text: &str) -> Option<Format> {
    let body = body(text);
    match body.as_bytes().first()? {
        b'{' | b'[' => Some(Format::Json),
        b'(' if little_golem::is_likely(body) => Some(Format::LittleGolem),
        b'(' => Some(Format::Sgf),
        _ if t1j::is_likely(text) => Some(Format::T1j),
        _ if list::is_likely(text) => Some(Format::List),
        _ => None,
    }
}

/// The text from its first character that is neither blank nor a byte order mark.
fn body(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK)
}

/// Reads all games of a text; without a format it is told by the content.
///
/// Every ply of every line has been played when the games come back.
///
/// # Errors
///
/// The first place where the text is not what it should be, or where a move breaks the rules.
pub fn read(text: &str, format: Option<Format>, assume: &Assume) -> Result<Vec<Game>, ReadError> {
    read_at_most(usize::MAX, text, format, assume)
}

/// As [`read`], for whoever has room for so many games only.
///
/// # Errors
///
/// As [`read`], and if there are more.
pub fn read_at_most(
    most: usize,
    text: &str,
    format: Option<Format>,
    assume: &Assume,
) -> Result<Vec<Game>, ReadError> {
    let Some(format) = format.or_else(|| recognise(text)) else {
        let at = text.len() - body(text).len();
        let expected = "a Twixt game (SGF, LittleGolem's tsgf, T1j, a list of moves, or JSON)";
        return Err(Fault::expected(at, expected, body(text)).in_text(text));
    };
    let games = match format {
        Format::Sgf => sgf::read(text, assume, most),
        Format::LittleGolem => little_golem::read(text, assume, most),
        Format::T1j => t1j::read(text, assume).map(|game| vec![game]),
        Format::List => list::read(text, assume, most),
        Format::Json => json::read(text, assume, most),
    };
    let mut games = games.map_err(|fault| fault.in_text(text))?;
    games.iter_mut().for_each(Game::tidy);
    Ok(games)
}

/// Whether a text that [`read_at_most`] refuses needs a larger board than the assumed one: it does not give
/// its size, and can be read on the largest board.
#[must_use]
pub fn needs_larger_board(
    most: usize,
    text: &str,
    format: Option<Format>,
    assume: &Assume,
) -> bool {
    let largest = Assume { size: Size::MAX, ..*assume };
    assume.size != Size::MAX && read_at_most(most, text, format, &largest).is_ok()
}

/// Writes games so that [`read`] gives them back, but for what [`Format::loses`] tells.
///
/// # Errors
///
/// If a game breaks the rules, if the moves themselves can't be written in the format, or if it has
/// one game a file and these are not one.
pub fn write(games: &[Game], format: Format) -> Result<String, WriteError> {
    let one_a_file = matches!(format, Format::T1j | Format::LittleGolem);
    if one_a_file && games.len() != 1 {
        return Err(WriteError::NotOne { format, count: games.len() });
    }
    games.iter().map(|game| Ok(write_one(&*reduced(format, game)?, format))).collect()
}

fn write_one(game: &Game, format: Format) -> String {
    match format {
        Format::Sgf => sgf::write(game),
        Format::LittleGolem => little_golem::write(game),
        Format::T1j => t1j::write(game),
        Format::List => list::write(game),
        Format::Json => json::write(game),
    }
}

/// The game as the format holds it. LittleGolem and T1j have no changes of links, and LittleGolem has rules
/// of its own; the error if the moves are another game then.
fn reduced(format: Format, game: &Game) -> Result<Cow<'_, Game>, WriteError> {
    game.check()?;
    let (rules, simplified) = match format {
        Format::Sgf | Format::List | Format::Json => return Ok(Cow::Borrowed(game)),
        Format::LittleGolem if !game.size.is_square() => {
            return Err(WriteError::NotSquare { format, size: game.size });
        }
        Format::LittleGolem => {
            (Rules::ARENA, "by LittleGolem's rules and without changes of links")
        }
        Format::T1j => (game.rules, "without changes of links"),
    };
    let another = |why: String| WriteError::AnotherGame { format, why };
    if game.setup.is_some() {
        return Err(another(String::from("it begins with pegs that were set up")));
    }
    // An exchange of sides is a mirrored swap in a mirror: all that comes after it is mirrored.
    let mirrored = game.has_changed_sides() && rules != game.rules;
    let line = game.main_line().map(|node| {
        let ply = plain(&node.ply);
        let ply = if mirrored && node.number() > 2 { transposed(&ply) } else { ply };
        (ply, node.comment.to_owned())
    });
    let mut less = Game { rules, plies: Tree::line(line), ..game.clone() };
    if mirrored {
        less.ending = less.ending.map(Ending::transposed);
    }
    let end = less.position().map_err(|error| another(format!("{simplified}, {error}")))?;
    let [end, before] = [end, game.position()?].map(|position| Ending::on_board(&position));
    if end.map(|ending| ending.winner.is_some()) == before.map(|ending| ending.winner.is_some()) {
        return Ok(Cow::Owned(less));
    }
    let told = |ending: Option<Ending>| match ending {
        Some(Ending { winner: Some(side), .. }) => format!("{side} wins"),
        Some(_) => String::from("it is drawn"),
        None => String::from("it is not over"),
    };
    let (end, before) = (told(end), told(before));
    Err(another(format!("{simplified}, in the end {end}, but {before} in this game")))
}

/// The ply without its changes of links.
fn plain(ply: &Ply) -> Ply {
    match ply {
        Ply::Turn(turn) => Ply::Turn(turn.peg.into()),
        Ply::Swap => Ply::Swap,
    }
}

impl Format {
    /// Writes a game in this format, reads it back and returns what is missing, each as a phrase such as
    /// `3 comments`; empty if nothing is, or if it can't be written.
    #[must_use]
    pub fn loses(self, game: &Game) -> Vec<String> {
        let mut tidied = game.clone();
        tidied.tidy();
        self.lost(&tidied).unwrap_or_default()
    }

    fn lost(self, game: &Game) -> Option<Vec<String>> {
        let less = reduced(self, game).ok()?;
        let back = read(&write_one(&less, self), Some(self), &Assume::default()).ok()?.pop()?;
        let mut lost = Vec::new();
        if less.rules != game.rules {
            lost.push(format!(
                "the rules {} with swap {} (LittleGolem's are pp with swap mirror)",
                game.rules.linking, game.rules.swap
            ));
        }
        let mut count = |count: usize, one: &str, many: &str| match count {
            0 => {}
            1 => lost.push(format!("1 {one}")),
            _ => lost.push(format!("{count} {many}")),
        };
        count(variations(game) - variations(&back), "variation", "variations");
        let changes =
            |game: &Game| game.main_line().filter(|node| node.ply != plain(&node.ply)).count();
        count(changes(game) - changes(&back), "turn's link changes", "turns' link changes");
        let comments = game.main_line().zip(back.main_line());
        let comments = comments.map(|(before, after)| before.comment != after.comment);
        let comments = comments.chain([game.comment != back.comment]).filter(|lost| *lost).count();
        count(comments, "comment", "comments");
        let kept = game.players.iter().zip(&back.players).filter(|(name, back)| name == back);
        count(2 - kept.count(), "name with # or ?", "names with # or ?");
        let names = ["event", "date", "place"].into_iter();
        let names = names.zip(game.names().into_iter().zip(back.names()).skip(2));
        let gone = names.filter(|(_, (name, back))| name != back);
        lost.extend(gone.map(|(key, _)| format!("the {key}")));
        if let Some(ending) = game.ending.filter(|_| less.ending != back.ending) {
            lost.push(format!("how it ended, {ending}"));
        }
        let extra = game.extra.iter().filter(|(key, value)| back.extra.get(*key) != Some(value));
        let extra: Vec<&str> = extra.map(|(key, _)| key.as_str()).collect();
        if !extra.is_empty() {
            lost.push(format!("the entries {}", extra.join(", ")));
        }
        Some(lost)
    }
}

/// How many plies are played instead of others.
fn variations(game: &Game) -> usize {
    // All that follow something but one a place.
    let inner = game.plies.nodes().filter(|node| node.next().next().is_some()).count();
    (game.plies.len() - inner).saturating_sub(1)
}
