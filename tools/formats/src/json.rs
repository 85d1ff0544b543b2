//! JSON records of the referee and the lab: one object per game, any number of them in a text.
//!
//! | key | value |
//! | --- | --- |
//! | `size` | holes along the longer edge; also `columns` and `rows` if the board is not square |
//! | `rules`, `swap` | `pp` or `standard`; `mirror`, `sides` or `none` |
//! | `players`, `bots` | two names, the first mover's first; `bots` are commands, used as names if `players` is missing |
//! | `setup` | pegs before the first move: an object with `pegs`, such as `vertical d6 f7 horizontal e8`, and `to_move`, a side |
//! | `moves` | the main line, as `D6`, `SWAP`, or `J12-I12/K11` |
//! | `comment`, `comments` | a comment on the game; comments on moves, by move number, `{"3": "..."}` |
//! | `marks` | marks on the board, by move number, or 0 before the first move: `{"3": ["arrow D6 F7", "red circle E8", "label G9 A"]}`; shapes are `circle`, `triangle`, `square` and `cross`, colours `red` and `blue`, by default green |
//! | `variations` | objects with `at` (the number of moves before them in the line from which they branch), `moves`, `comments`, `marks` and `variations` |
//! | `winner` | `first` or `second` player, or null |
//! | `ending` | `chain`, `draw`, `late` (time limit exceeded), `resign`, `agreement`, `forfeit`, `unknown`, or null during the game; the referee's `illegal`, `unreadable`, `extra`, `unterminated` and `crashed` mean `forfeit` |
//! | `reason` | the ending as a sentence |
//! | `opening` | the number of plies that were prescribed by a match |
//! | `event`, `date`, `place` | strings |
//! | `check` | the lab's hash of the line; ignored |
//!
//! Other members are preserved. If `swap` is missing, it is by default the arena's rule (`mirror`) under `pp` and the
//! gamerz server's (`sides`) under `standard`. Objects with `plan` but no `moves` are skipped: a journal of the lab
//! starts with such an object, the plan of the match.

use crate::assume::Assume;
use crate::builder::{pegs, set_up, Builder};
use crate::ending::{Ending, Reason};
use crate::error::{Fault, BYTE_ORDER_MARK};
use crate::game::Game;
use crate::marks::Marks;
use crate::token;
use crate::tree::{At, Node, Tree};
use serde::Deserialize;
use serde_json::value::RawValue;
use serde_json::{json, Deserializer, Map, Value};
use std::collections::BTreeMap;
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Move, Ply, Rules, SwapRule};

/// Whether a member of a game is interpreted; others are preserved.
fn is_game_key(key: &str) -> bool {
    const KEYS: &str = "setup size columns rows rules swap players moves comment comments marks \
                        variations winner event date place ending crc32";
    KEYS.split(' ').any(|known| known == key)
}

/// Maximum nesting of variations; exceeds the number of holes of the largest board.
const MAX_NESTING: usize = 600;

/// Names of endings. The writer uses the first name of a reason; the reader also accepts the referee's names.
const ENDINGS: [(&str, Reason); 13] = [
    ("chain", Reason::Chain),
    ("draw", Reason::Blocked),
    ("resign", Reason::Resign),
    ("late", Reason::Time),
    ("agreement", Reason::Agreement),
    ("forfeit", Reason::Forfeit),
    ("unknown", Reason::Unknown),
    ("time", Reason::Time),
    ("illegal", Reason::Forfeit),
    ("unreadable", Reason::Forfeit),
    ("extra", Reason::Forfeit),
    ("unterminated", Reason::Forfeit),
    ("crashed", Reason::Forfeit),
];

/// The referee's ending of a game that it stopped; such a game is unfinished.
const STOPPED: &str = "stopped";

fn name(reason: Reason) -> &'static str {
    ENDINGS.iter().find(|(_, known)| *known == reason).map_or("unknown", |(name, _)| name)
}

/// The form of the server's own JSON is not documented.
const LITTLE_GOLEM: &str = "cannot read the JSON of littlegolem.net; pass the game's file, which is at \
                            https://www.littlegolem.net/servlet/sgf/NUMBER/gameNUMBER.tsgf for the game NUMBER";

const A_GAME: &str = "a game, an object with \"moves\"";

pub(crate) fn read(text: &str, assume: &Assume, max_games: usize) -> Result<Vec<Game>, Fault> {
    let skipped = text.len() - text.trim_start_matches(BYTE_ORDER_MARK).len();
    let body = &text[skipped..];
    let mut games = Vec::new();
    for value in Deserializer::from_str(body).into_iter::<&RawValue>() {
        let value = value.map_err(|error| not_json(body, skipped, &error))?;
        let values = match value.get().starts_with('[') {
            true => parsed::<Vec<&RawValue>>(text, value)?,
            false => vec![value],
        };
        for value in values {
            if games.len() == max_games {
                return Err(Fault::too_many(place(text, value), max_games));
            }
            if value.get().contains("\"dmove\"") {
                return Err(Fault::new(place(text, value), LITTLE_GOLEM));
            }
            games.extend(Record::new(text, value, A_GAME)?.game(assume)?);
        }
    }
    if games.is_empty() {
        return Err(Fault::expected(text.len(), A_GAME, ""));
    }
    Ok(games)
}

fn place(text: &str, value: &RawValue) -> usize {
    token::offset(text, value.get())
}

fn parsed<'a, T: Deserialize<'a>>(text: &str, value: &'a RawValue) -> Result<T, Fault> {
    serde_json::from_str(value.get())
        .map_err(|error| not_json(value.get(), place(text, value), &error))
}

pub(crate) fn not_json(piece: &str, at: usize, error: &serde_json::Error) -> Fault {
    // serde_json counts lines from 1, and columns in bytes from 1.
    let lines = piece.split_inclusive('\n').take(error.line().saturating_sub(1));
    let before = lines.map(str::len).sum::<usize>() + error.column().saturating_sub(1);
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    Fault::new(at + before.min(piece.len()), format!("invalid JSON: {message}"))
}

struct Record<'a> {
    text: &'a str,
    object: &'a RawValue,
    /// The values are slices of `text`, from which their byte offsets follow.
    members: BTreeMap<String, &'a RawValue>,
}

/// Returns a ply as it is written in JSON records: `D6`, `SWAP`, `J12-I12/K11`.
pub fn ply_text(ply: &Ply) -> String {
    match ply {
        // The arena and the referee write swaps in upper case.
        Ply::Swap => Move::Swap.to_string(),
        ply => ply.to_string(),
    }
}

impl<'a> Record<'a> {
    fn new(text: &'a str, object: &'a RawValue, expected: &str) -> Result<Record<'a>, Fault> {
        if !object.get().starts_with('{') {
            return Err(Fault::expected(place(text, object), expected, object.get()));
        }
        Ok(Record { text, object, members: parsed(text, object)? })
    }

    /// Returns the fault for an unexpected value, quoting only the value.
    fn fault_at(&self, value: &RawValue, expected: &str) -> Fault {
        Fault::expected(place(self.text, value), expected, value.get())
    }

    fn value(&self, key: &str) -> &'a RawValue {
        self.members.get(key).copied().unwrap_or(self.object)
    }

    /// Returns the byte offset of a value, or of the object if the key is missing.
    fn place(&self, key: &str) -> usize {
        place(self.text, self.value(key))
    }

    fn fault(&self, key: &str, expected: &str) -> Fault {
        self.fault_at(self.value(key), expected)
    }

    fn get<T: Deserialize<'a>>(&self, key: &str, expected: &str) -> Result<Option<T>, Fault> {
        let value = self.members.get(key).copied().filter(|value| value.get() != "null");
        let value = value.map(|value| serde_json::from_str(value.get())).transpose();
        value.map_err(|_| self.fault(key, expected))
    }

    fn string(&self, key: &str) -> Result<Option<String>, Fault> {
        self.get(key, &format!("a string as {key}"))
    }

    fn list(&self, key: &str) -> Result<Vec<&'a RawValue>, Fault> {
        Ok(self.get(key, &format!("an array as {key}"))?.unwrap_or_default())
    }

    fn named<T: std::str::FromStr>(&self, key: &str, names: &str) -> Result<Option<T>, Fault> {
        let name = self.string(key)?.map(|name| name.to_ascii_lowercase().parse());
        name.transpose().map_err(|_| self.fault(key, names))
    }

    /// Returns the game; `None` for the plan at the start of a lab's journal.
    fn game(mut self, assume: &Assume) -> Result<Option<Game>, Fault> {
        if !self.members.contains_key("moves") {
            let is_plan = self.members.contains_key("plan");
            return is_plan.then_some(None).ok_or_else(|| self.fault_at(self.object, A_GAME));
        }
        let mut game = Game::new(self.size(assume)?, self.rules(assume)?);
        game.players = self.players()?;
        game.event = self.string("event")?;
        game.date = self.string("date")?;
        game.place = self.string("place")?;
        self.setup(&mut game)?;
        let mut builder = Builder::new(game);
        self.line(&mut builder, None, 0)?;
        if let Some(comment) = self.string("comment")? {
            builder.add_comment(None, &comment);
        }
        let stated = self.ending(builder.game())?;
        let mut game = builder.finish(stated.map(|ending| (ending, self.place("ending"))))?;
        if let Some(ending) = self.string("ending")? {
            // Keep the referee's name for the ending, which is more specific.
            if game.ending.is_none_or(|ours| name(ours.reason) != ending) {
                game.extra.insert(String::from("ending"), Value::from(ending));
            }
        }
        self.members.retain(|key, _| !is_game_key(key));
        for (key, value) in self.members {
            game.extra.insert(key, parsed(self.text, value)?);
        }
        Ok(Some(game))
    }

    fn size(&self, assume: &Assume) -> Result<Size, Fault> {
        let edge = |key: &str| {
            let expected = "a board size from 5 to 24";
            match self.get::<u8>(key, expected)? {
                Some(edge) if Size::new(edge).is_none() => Err(self.fault(key, expected)),
                edge => Ok(edge),
            }
        };
        let (columns, rows) = match edge("size")? {
            None => (assume.size.columns(), assume.size.rows()),
            Some(edge) => (edge, edge),
        };
        let (columns, rows) = (edge("columns")?.unwrap_or(columns), edge("rows")?.unwrap_or(rows));
        Ok(Size::rectangle(columns, rows).unwrap_or(assume.size))
    }

    fn rules(&self, assume: &Assume) -> Result<Rules, Fault> {
        let linking: Option<Linking> = self.named("rules", "pp or standard")?;
        let swap = self.named("swap", "mirror, sides or none")?;
        let stated = linking.map(|linking| (linking, self.place("rules")));
        let linking = assume.linking(stated, assume.rules.linking)?;
        // Records of the referee state only the linking rule, which implies its usual swap rule.
        let usual = stated.map(|_| assume.swap.unwrap_or(Rules::usual(linking).swap));
        Ok(Rules { linking, swap: swap.or(usual).unwrap_or_else(|| assume.swap(linking)) })
    }

    /// Places the pegs of `setup`. Without pegs, the board is empty and there is no swap; vertical must move
    /// first, because other formats cannot represent another start.
    fn setup(&self, game: &mut Game) -> Result<(), Fault> {
        let expected =
            "an object with pegs, such as \"vertical D6 horizontal E8\", and to_move, a side";
        let Some(setup) = self.get::<Map<String, Value>>("setup", expected)? else { return Ok(()) };
        let fault = || self.fault("setup", expected);
        let text = setup.get("pegs").and_then(Value::as_str).ok_or_else(fault)?;
        let to_move = match setup.get("to_move") {
            None | Some(Value::Null) => None,
            Some(side) => Some(side.as_str().and_then(token::side).ok_or_else(fault)?),
        };
        // Escape sequences may shift offsets within a string, so faults have the offset of the object.
        let at = self.place("setup");
        let here = |fault: Fault| Fault { at, ..fault };
        let pegs = pegs(text, at).map_err(here)?;
        if !pegs.is_empty() {
            return set_up(game, &pegs, to_move).map_err(here);
        }
        game.rules.swap = SwapRule::None;
        let is_start = to_move.is_none_or(|side| side == Side::Vertical);
        let expected = "a peg to set up, or vertical to move, which moves first on an empty board";
        is_start.then_some(()).ok_or_else(|| self.fault("setup", expected))
    }

    fn players(&self) -> Result<[Option<String>; 2], Fault> {
        let expected = "two names, each a string or null";
        let names = match self.get("players", expected)? {
            None => self.get("bots", expected)?,
            names => names,
        };
        Ok(names.unwrap_or_default())
    }

    fn line(&self, builder: &mut Builder, from: At, depth: usize) -> Result<(), Fault> {
        let mut ends = vec![from];
        for value in self.list("moves")? {
            let fault = |error: &str| {
                let expected = format!("a move such as \"D6\", \"J12-I12/K11\" or \"SWAP\"{error}");
                self.fault_at(value, &expected)
            };
            let word: String = serde_json::from_str(value.get()).map_err(|_| fault(""))?;
            let ply: Ply = word.parse().map_err(|error| fault(&format!(" ({error})")))?;
            let at = ends[ends.len() - 1];
            ends.push(builder.add(at, ply, place(self.text, value))?);
        }
        self.comments(builder, &ends)?;
        self.marks(builder, &ends)?;
        for value in self.list("variations")? {
            if depth == MAX_NESTING {
                let deeper = format!(
                    "expected variations nested at most {MAX_NESTING} deep, found a deeper one"
                );
                return Err(Fault::new(place(self.text, value), deeper));
            }
            let expected = "a variation, an object with at and moves";
            let variation = Record::new(self.text, value, expected)?;
            let expected = "at, the number of moves before the variation";
            let at = variation.get::<usize>("at", expected)?.and_then(|at| ends.get(at));
            let at = at.ok_or_else(|| variation.fault("at", expected))?;
            variation.line(builder, *at, depth + 1)?;
        }
        Ok(())
    }

    /// Reads comments on moves. `ends[n]` is the line's ply `n`, and `ends[0]` the ply before the line.
    fn comments(&self, builder: &mut Builder, ends: &[At]) -> Result<(), Fault> {
        let expected = "comments, strings by move number";
        for (at, comment) in self.by_number::<String>("comments", expected, ends, 1)? {
            builder.add_comment(at, &comment);
        }
        Ok(())
    }

    /// Reads marks. `ends` is as in [`Record::comments`]; only the main line has marks before its first ply.
    fn marks(&self, builder: &mut Builder, ends: &[At]) -> Result<(), Fault> {
        let expected = "marks, arrays by move number";
        let first = usize::from(ends[0].is_some() || self.members.contains_key("at"));
        for (at, values) in self.by_number::<Vec<&RawValue>>("marks", expected, ends, first)? {
            for value in values {
                let fault = |expected: &str| self.fault_at(value, expected);
                let text: String =
                    serde_json::from_str(value.get()).map_err(|_| fault("a mark"))?;
                let mark = token::parse(&text, &text, place(self.text, value))?;
                if !builder.set_mark(at, mark) {
                    return Err(fault("a mark on holes of the board"));
                }
            }
        }
        Ok(())
    }

    /// Returns the values of an object whose keys are numbers of moves, from `first` on, each with its ply.
    fn by_number<T: Deserialize<'a>>(
        &self,
        key: &str,
        expected: &str,
        ends: &[At],
        first: usize,
    ) -> Result<Vec<(At, T)>, Fault> {
        let object: Option<BTreeMap<String, &RawValue>> = self.get(key, expected)?;
        let member = |(number, value): (String, &'a RawValue)| {
            let number = number.parse().ok().filter(|number| (first..ends.len()).contains(number));
            let member = number.zip(serde_json::from_str(value.get()).ok());
            let member = member.map(|(number, value): (usize, T)| (ends[number], value));
            member.ok_or_else(|| self.fault_at(value, expected))
        };
        object.unwrap_or_default().into_iter().map(member).collect()
    }

    fn ending(&self, game: &Game) -> Result<Option<Ending>, Fault> {
        let reason = match self.string("ending")? {
            None => None,
            Some(text) if text == STOPPED => None,
            Some(text) => {
                let known = ENDINGS.iter().find(|(name, _)| *name == text);
                let expected =
                    "an ending: chain, draw, resign, late, agreement, forfeit, stopped or unknown";
                Some(known.ok_or_else(|| self.fault("ending", expected))?.1)
            }
        };
        let seat = match self.string("winner")?.as_deref() {
            None => None,
            Some("first") => Some(0),
            Some("second") => Some(1),
            Some(_) => return Err(self.fault("winner", "first, second or null")),
        };
        // A record's winner is a player, and players may have exchanged sides.
        let winner = Side::ALL.into_iter().find(|side| Some(game.player_of(*side)) == seat);
        Ok(match (winner, reason) {
            (None, None) => None,
            (winner, reason) => Some(Ending { winner, reason: reason.unwrap_or(Reason::Unknown) }),
        })
    }
}

pub(crate) fn write(game: &Game) -> String {
    let mut object = Map::new();
    // A property of another format may have the same name as a member of the game.
    for (key, value) in game.extra.iter().filter(|(key, _)| !is_game_key(key)) {
        object.insert(key.clone(), value.clone());
    }
    let mut insert = |key: &str, value: Value| object.insert(key.to_owned(), value);
    insert("size", json!(game.size.get()));
    if !game.size.is_square() {
        insert("columns", json!(game.size.columns()));
        insert("rows", json!(game.size.rows()));
    }
    insert("rules", json!(game.rules.linking.to_string()));
    insert("swap", json!(game.rules.swap.to_string()));
    insert("players", json!(game.players));
    for (key, value) in [("event", &game.event), ("date", &game.date), ("place", &game.place)] {
        if let Some(value) = value {
            insert(key, json!(value));
        }
    }
    if !game.comment.is_empty() {
        insert("comment", json!(game.comment));
    }
    if let Some(setup) = &game.setup {
        let to_move = setup.start().to_move().to_string();
        insert("setup", json!({ "pegs": setup.words(), "to_move": to_move }));
    }
    let winner = game.ending.and_then(|ending| ending.winner);
    insert("winner", json!(winner.map(|side| ["first", "second"][game.player_of(side)])));
    insert("ending", ending_name(game));
    object.append(&mut line(&game.plies, None));
    if !game.marks.is_empty() {
        let marks = object.entry("marks").or_insert_with(|| json!({}));
        marks["0"] = texts(&game.marks);
    }
    Value::Object(object).to_string() + "\n"
}

/// Returns the ending's name: the name in the record that was read, if it has the same meaning.
fn ending_name(game: &Game) -> Value {
    let kept = game.extra.get("ending").and_then(Value::as_str);
    let Some(ending) = game.ending else { return kept.filter(|kept| *kept == STOPPED).into() };
    let fits = |kept: &&str| ENDINGS.contains(&(*kept, ending.reason));
    Value::from(kept.filter(fits).unwrap_or_else(|| name(ending.reason)))
}

/// Returns marks as an array of texts.
fn texts(marks: &Marks) -> Value {
    marks.iter().map(ToString::to_string).collect()
}

/// Returns the JSON members of a line: the main line, or a variation given by its first ply and the number of
/// moves before it.
fn line(tree: &Tree, variation: Option<(usize, Node)>) -> Map<String, Value> {
    let mut object = Map::new();
    let (mut comments, mut moves, mut variations) = (Map::new(), Vec::new(), Vec::new());
    let mut marks = Map::new();
    let is_main = variation.is_none();
    let first = match variation {
        Some((at, first)) => {
            object.insert(String::from("at"), json!(at));
            Some(first)
        }
        None => tree.main_line().next(),
    };
    for node in std::iter::successors(first, |node| node.next().next()) {
        // The siblings of a variation start at the same ply, so they are written with the parent line.
        if is_main || !moves.is_empty() {
            let others = tree.after(tree.parent(node.index)).skip(1);
            let others = others.map(|other| Value::Object(line(tree, Some((moves.len(), other)))));
            variations.extend(others);
        }
        moves.push(Value::from(ply_text(&node.ply)));
        if !node.comment.is_empty() {
            comments.insert(moves.len().to_string(), json!(node.comment));
        }
        if !node.marks.is_empty() {
            marks.insert(moves.len().to_string(), texts(node.marks));
        }
    }
    for (key, members) in [("comments", comments), ("marks", marks)] {
        if !members.is_empty() {
            object.insert(key.to_owned(), Value::Object(members));
        }
    }
    object.insert(String::from("moves"), Value::Array(moves));
    if !variations.is_empty() {
        object.insert(String::from("variations"), Value::Array(variations));
    }
    object
}
