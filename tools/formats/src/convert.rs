//! Recognises, reads and writes texts of all formats.

use crate::assume::Assume;
use crate::decode::EXPECTED;
use crate::ending::Ending;
use crate::error::{Fault, ReadError, WriteError, BYTE_ORDER_MARK};
use crate::format::Format;
use crate::game::{transposed, Game};
use crate::marks::Marks;
use crate::properties::tree_start;
use crate::setup::Setup;
use crate::tree::Tree;
use crate::{arena, gamerz, json, list, little_golem, sgf, t1j};
use std::borrow::Cow;
use twixt::geometry::Size;
use twixt::rules::{Ply, Rules};

/// Returns the format that a text's content resembles.
pub fn recognise(text: &str) -> Option<Format> {
    let body = body(text);
    match body.as_bytes().first()? {
        b'{' | b'[' if arena::is_replay(body) => Some(Format::Arena),
        b'[' if !arena::is_json(body) && arena::is_likely(text) => Some(Format::Arena),
        b'{' | b'[' => Some(Format::Json),
        b'(' if little_golem::is_likely(body) => Some(Format::LittleGolem),
        b'(' => Some(Format::Sgf),
        _ if t1j::is_likely(text) => Some(Format::T1j),
        _ if arena::is_likely(text) => Some(Format::Arena),
        _ if list::is_likely(text) || gamerz::is_likely(text) => Some(Format::List),
        // Mail programs put headers before the game.
        _ => {
            let body = &body[tree_start(body)?..];
            Some(if little_golem::is_likely(body) { Format::LittleGolem } else { Format::Sgf })
        }
    }
}

/// Whether a list is a mail of the gamerz server.
fn is_mail(text: &str) -> bool {
    !list::is_likely(text) && gamerz::is_likely(text)
}

fn body(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_whitespace() || c == BYTE_ORDER_MARK)
}

/// Reads all games of a text, by default in the format that [`recognise`] finds.
///
/// All plies of the returned games are legal, including those of variations.
///
/// # Errors
///
/// The first syntax error or illegal move.
pub fn read(text: &str, format: Option<Format>, assume: &Assume) -> Result<Vec<Game>, ReadError> {
    read_at_most(usize::MAX, text, format, assume)
}

/// Like [`read`], but reads at most `max_games` games.
///
/// # Errors
///
/// Same as [`read`], and if the text contains more games.
pub fn read_at_most(
    max_games: usize,
    text: &str,
    format: Option<Format>,
    assume: &Assume,
) -> Result<Vec<Game>, ReadError> {
    // Some programs and systems fill the end of a file.
    let text = text.trim_end_matches(['\0', '\u{1a}']);
    let Some(format) = format.or_else(|| recognise(text)) else {
        let at = text.len() - body(text).len();
        let fault = match arena::replay_at(text) {
            Some(number) => Fault::new(
                at,
                format!(
                    "expected a game, found the address of CodinGame's replay {number}; {}",
                    arena::HOW_TO_SAVE
                ),
            ),
            None => Fault::expected(at, EXPECTED, body(text)),
        };
        return Err(fault.in_text(text));
    };
    let games = match format {
        Format::Sgf => sgf::read(text, assume, max_games),
        Format::LittleGolem => little_golem::read(text, assume, max_games),
        Format::T1j => t1j::read(text, assume).map(|game| vec![game]),
        Format::List if is_mail(text) => gamerz::read(text, assume, max_games),
        Format::List => list::read(text, assume, max_games),
        Format::Json => json::read(text, assume, max_games),
        Format::Arena => arena::read(text, assume, max_games),
    };
    tidied(games, text)
}

/// Like [`read`] with [`Format::Json`], but does not link the readers of the other formats into the program.
///
/// # Errors
///
/// Same as [`read`].
pub fn read_json(text: &str, assume: &Assume) -> Result<Vec<Game>, ReadError> {
    tidied(json::read(text, assume, usize::MAX), text)
}

fn tidied(games: Result<Vec<Game>, Fault>, text: &str) -> Result<Vec<Game>, ReadError> {
    let mut games = games.map_err(|fault| fault.in_text(text))?;
    games.iter_mut().for_each(Game::tidy);
    Ok(games)
}

/// Returns whether a rejected text would be readable on the largest board. If so, the text states no size, and
/// the assumed board is too small for its moves.
pub fn needs_larger_board(
    max_games: usize,
    text: &str,
    format: Option<Format>,
    assume: &Assume,
) -> bool {
    let largest = Assume { size: Size::MAX, ..*assume };
    assume.size != Size::MAX && read_at_most(max_games, text, format, &largest).is_ok()
}

/// Returns whether the board of all games of a text, in a format, is the caller's assumption: lists and JSON records
/// may omit the size, and the arena's logs always do. Other formats have their own default.
pub fn states_no_size(text: &str, format: Format) -> bool {
    match format {
        Format::List => !text.to_ascii_lowercase().contains("size=") && !is_mail(text),
        Format::Json => {
            !["size", "columns", "rows"].iter().any(|key| text.contains(&format!("\"{key}\"")))
        }
        Format::Arena => true,
        Format::Sgf | Format::LittleGolem | Format::T1j => false,
    }
}

/// Writes games. [`read`] restores them, except for the content that [`Format::loses`] lists.
///
/// # Errors
///
/// If a game is illegal, if the format cannot represent its moves, or if the format holds exactly one game and
/// `games` has another number.
pub fn write(games: &[Game], format: Format) -> Result<String, WriteError> {
    let one_per_file = matches!(format, Format::T1j | Format::LittleGolem | Format::Arena);
    if one_per_file && games.len() != 1 {
        return Err(WriteError::NotOne(format, games.len()));
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
        // A reduced game can be written.
        Format::Arena => arena::write(game).unwrap_or_default(),
    }
}

/// Reduces a game to the content that the format can represent. LittleGolem, T1j and the arena have no link changes,
/// and the rules of LittleGolem and the arena are fixed. Fails if the reduced moves are illegal or lead to another result.
fn reduced(format: Format, game: &Game) -> Result<Cow<'_, Game>, WriteError> {
    game.check()?;
    let unsupported = |why: String| WriteError::Unsupported(format, why);
    let (rules, simplified) = match format {
        Format::Sgf | Format::List | Format::Json => return Ok(Cow::Borrowed(game)),
        Format::LittleGolem if !game.size.is_square() => {
            return Err(unsupported(format!("the board is {}, not square", game.size)));
        }
        Format::LittleGolem => (Rules::ARENA, "under LittleGolem's rules and without link changes"),
        Format::T1j => (game.rules, "without link changes"),
        Format::Arena if game.setup.is_some() => (game.rules, "without link changes"),
        Format::Arena => (Rules::ARENA, "under the arena's rules and without link changes"),
    };
    if format == Format::Arena && game.size != Size::ARENA {
        return Err(unsupported(format!(
            "the board is {}, and the arena's is {}",
            game.size,
            Size::ARENA
        )));
    }
    if game.setup.is_some() && (format != Format::Arena || rules.linking != Rules::ARENA.linking) {
        return Err(unsupported(String::from("the game starts with set-up pegs")));
    }
    // A swap of sides is equivalent to a mirroring swap after which the game is reflected.
    let mirrored = game.has_changed_sides() && rules != game.rules;
    let line = game.main_line().map(|node| {
        let ply = without_link_changes(&node.ply);
        let ply = if mirrored && node.number() > 2 { transposed(&ply) } else { ply };
        (ply, node.comment.to_owned())
    });
    let mut less = Game { rules, plies: Tree::line(line), ..game.clone() };
    if mirrored {
        less.ending = less.ending.map(Ending::transposed);
    }
    let end = less.position().map_err(|error| unsupported(format!("{simplified}, {error}")))?;
    let [end, before] = [end, game.position()?].map(|position| Ending::on_board(&position));
    if end.map(|ending| ending.winner.is_some()) == before.map(|ending| ending.winner.is_some()) {
        return match format == Format::Arena && !arena::holds(&less) {
            true => {
                Err(unsupported(String::from("a reader of the input would infer another position")))
            }
            false => Ok(Cow::Owned(less)),
        };
    }
    let describe = |ending: Option<Ending>| match ending {
        Some(Ending { winner: Some(side), .. }) => format!("{side} wins"),
        Some(_) => String::from("the game is drawn"),
        None => String::from("the game is not over"),
    };
    let (end, before) = (describe(end), describe(before));
    Err(unsupported(format!("{simplified}, {end}, but in this game {before}")))
}

fn without_link_changes(ply: &Ply) -> Ply {
    match ply {
        Ply::Turn(turn) => Ply::Turn(turn.peg.into()),
        Ply::Swap => Ply::Swap,
    }
}

impl Format {
    /// Returns the content that the format cannot represent, as phrases such as `3 comments`. The list results from
    /// writing the game and reading it back; it is empty if the game cannot be written at all.
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
            let whose = if self == Format::Arena { "the arena's" } else { "LittleGolem's" };
            lost.push(format!(
                "the rules {} with swap {} ({whose} are pp with swap mirror)",
                game.rules.linking, game.rules.swap
            ));
        }
        let mut count = |count: usize, one: &str, many: &str| match count {
            0 => {}
            1 => lost.push(format!("1 {one}")),
            _ => lost.push(format!("{count} {many}")),
        };
        let plies = |game: &Game| game.main_line().count();
        count(plies(game).saturating_sub(plies(&back)), "move", "moves");
        count(variations(game) - variations(&back), "variation", "variations");
        let changes = |game: &Game| {
            game.main_line().filter(|node| node.ply != without_link_changes(&node.ply)).count()
        };
        count(changes(game) - changes(&back), "turn's link changes", "turns' link changes");
        let comments = game.main_line().zip(back.main_line());
        let comments = comments.map(|(before, after)| before.comment != after.comment);
        let comments = comments.chain([game.comment != back.comment]).filter(|lost| *lost).count();
        count(comments, "comment", "comments");
        let marks = game.main_line().zip(back.main_line());
        let marks = marks.map(|(before, after)| lost_marks(before.marks, after.marks));
        let marks = marks.sum::<usize>() + lost_marks(&game.marks, &back.marks);
        count(marks, "mark on the board", "marks on the board");
        let kept = game.players.iter().zip(&back.players).filter(|(name, back)| name == back);
        match self {
            Format::Arena => count(2 - kept.count(), "name", "names"),
            _ => count(2 - kept.count(), "name with # or ?", "names with # or ?"),
        }
        if game.setup.as_ref().map(Setup::pegs) != back.setup.as_ref().map(Setup::pegs) {
            lost.push(String::from("the order of the set-up pegs"));
        }
        let names = ["event", "date", "place"].into_iter();
        let names = names.zip(game.names().into_iter().zip(back.names()).skip(2));
        let gone = names.filter(|(_, (name, back))| name != back);
        lost.extend(gone.map(|(key, _)| format!("the {key}")));
        if let Some(ending) = game.ending.filter(|_| less.ending != back.ending) {
            lost.push(format!("the ending {ending}"));
        }
        let extra = game.extra.iter().filter(|(key, value)| back.extra.get(*key) != Some(value));
        let extra: Vec<&str> = extra.map(|(key, _)| key.as_str()).collect();
        if !extra.is_empty() {
            lost.push(format!("the entries {}", extra.join(", ")));
        }
        Some(lost)
    }
}

fn lost_marks(before: &Marks, after: &Marks) -> usize {
    before.iter().filter(|mark| after.iter().all(|kept| kept != *mark)).count()
}

fn variations(game: &Game) -> usize {
    // Of several continuations of a ply, all but the first start variations.
    let inner = game.plies.nodes().filter(|node| node.next().next().is_some()).count();
    (game.plies.len() - inner).saturating_sub(1)
}
