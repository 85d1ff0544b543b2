use super::{is_told, untold, ENDINGS, NESTED, STOPPED};
use crate::assume::Assume;
use crate::builder::Builder;
use crate::ending::{Ending, Reason};
use crate::fault::{Fault, BYTE_ORDER_MARK};
use crate::game::Game;
use crate::setup::{self, Setup};
use crate::token;
use crate::tree::At;
use crate::words::usual_swap;
use serde_json::value::RawValue;
use serde_json::{Deserializer, Value};
use std::collections::BTreeMap;
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Ply, Rules, SwapRule};

/// An object whose values are pieces of the text, so that each of them tells where it stands.
type Object<'a> = BTreeMap<String, &'a RawValue>;

/// Reads all games of a text, so many at most: objects one after the other, or in one array.
pub(crate) fn read(text: &str, assume: &Assume, most: usize) -> Result<Vec<Game>, Fault> {
    let skipped = text.len() - text.trim_start_matches(BYTE_ORDER_MARK).len();
    let body = &text[skipped..];
    let mut games = Vec::new();
    for value in Deserializer::from_str(body).into_iter::<&RawValue>() {
        let value = value.map_err(|error| {
            let at = byte_of(body, error.line(), error.column());
            not_json(at + skipped, &error)
        })?;
        let values = match value.get().starts_with('[') {
            true => parsed::<Vec<&RawValue>>(text, value)?,
            false => vec![value],
        };
        for value in values {
            if games.len() == most {
                return Err(Fault::too_many(place(text, value), most));
            }
            games.extend(game(text, value, assume)?);
        }
    }
    if games.is_empty() {
        let expected = "a game, an object with \"moves\"";
        return Err(Fault::expected(text.len(), expected, ""));
    }
    Ok(games)
}

/// Where a piece of the text begins.
fn place(text: &str, value: &RawValue) -> usize {
    value.get().as_ptr() as usize - text.as_ptr() as usize
}

/// What a piece of the text says.
fn parsed<'a, T: serde::Deserialize<'a>>(text: &str, value: &'a RawValue) -> Result<T, Fault> {
    serde_json::from_str(value.get()).map_err(|error| {
        let inner = byte_of(value.get(), error.line(), error.column());
        not_json(place(text, value) + inner, &error)
    })
}

fn not_json(at: usize, error: &serde_json::Error) -> Fault {
    Fault::new(at, format!("this is not JSON: {}", without_place(error)))
}

/// The byte of a line and column, both counted from 1, as serde_json tells them.
fn byte_of(text: &str, line: usize, column: usize) -> usize {
    let before: usize = text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
    (before + column.saturating_sub(1)).min(text.len())
}

fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split(" at line ").next().unwrap_or(&text).to_owned()
}

fn game(text: &str, value: &RawValue, assume: &Assume) -> Result<Option<Game>, Fault> {
    let at = place(text, value);
    if !value.get().starts_with('{') {
        return Err(Fault::expected(at, "a game, an object with \"moves\"", value.get()));
    }
    let mut object: Object = parsed(text, value)?;
    if object.contains_key("plan") && !object.contains_key("moves") {
        return Ok(None);
    }
    let record = Record { text, whole: value, object: &object };
    let mut game = record.game(assume)?;
    object.retain(|key, _| !is_told(key));
    let usual = untold(&game);
    for (key, value) in object {
        let value: Value = parsed(text, value)?;
        if !usual.iter().any(|(name, usual)| *name == key && *usual == value) {
            game.extra.insert(key, value);
        }
    }
    Ok(Some(game))
}

/// The value of a key; `None` if it is not there or null.
fn told<'a>(object: &Object<'a>, key: &str) -> Option<&'a RawValue> {
    object.get(key).copied().filter(|value| value.get() != "null")
}

/// An object, and where it stands.
struct Record<'a> {
    text: &'a str,
    whole: &'a RawValue,
    object: &'a Object<'a>,
}

impl<'a> Record<'a> {
    /// The fault of a value that is not what was expected; quotes the value and nothing that follows it.
    fn fault_at(&self, value: &RawValue, expected: &str) -> Fault {
        Fault::expected(place(self.text, value), expected, value.get())
    }

    /// The value of this key, or else the whole object.
    fn value(&self, key: &str) -> &'a RawValue {
        self.object.get(key).copied().unwrap_or(self.whole)
    }

    /// The byte at which the value of this key starts, or else the object.
    fn place(&self, key: &str) -> usize {
        place(self.text, self.value(key))
    }

    fn fault(&self, key: &str, expected: &str) -> Fault {
        self.fault_at(self.value(key), expected)
    }

    /// The value of a key; `None` if it is not there or null.
    fn get(&self, key: &str) -> Result<Option<Value>, Fault> {
        let Some(value) = told(self.object, key) else { return Ok(None) };
        parsed(self.text, value).map(Some)
    }

    fn string(&self, key: &str) -> Result<Option<String>, Fault> {
        match self.get(key)? {
            None => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(self.fault(key, &format!("a text as {key}"))),
        }
    }

    fn owned(&self, key: &str) -> Result<Option<String>, Fault> {
        Ok(self.string(key)?.filter(|text| !text.is_empty()))
    }

    fn game(&self, assume: &Assume) -> Result<Game, Fault> {
        if !self.object.contains_key("moves") {
            return Err(self.fault_at(self.whole, "a game, an object with \"moves\""));
        }
        let mut game = Game::new(self.size(assume)?, self.rules(assume)?);
        game.players = self.players()?;
        game.event = self.owned("event")?;
        game.date = self.owned("date")?;
        game.place = self.owned("place")?;
        if let Some(told) = self.get("setup")? {
            game.setup = self.setup(&told, &game)?;
            game.rules.swap = SwapRule::None;
        }
        let mut tree = Builder::at(game.start());
        self.line(&mut tree, self.object, None, 0, 0)?;
        if let Some(comment) = self.string("comment")? {
            tree.say(None, &comment);
        }
        let end = tree.main_end();
        let position = tree.position(end).clone();
        (game.comment, game.plies) = tree.finish();
        let told = self.ending(&game)?;
        game.ending = Ending::settle(told, &position)
            .map_err(|error| Fault::new(self.place("ending"), error))?;
        if let Some(ending) = self.string("ending")? {
            // The referee's own names are kept.
            if game.ending.is_none_or(|ours| super::name(ours.reason) != ending) {
                game.extra.insert(String::from("ending"), Value::from(ending));
            }
        }
        Ok(game)
    }

    fn size(&self, assume: &Assume) -> Result<Size, Fault> {
        let edge = |key: &str, otherwise: u8| match self.get(key)? {
            None => Ok(otherwise),
            Some(value) => {
                let edge = value.as_u64().and_then(|edge| u8::try_from(edge).ok());
                edge.filter(|edge| Size::new(*edge).is_some())
                    .ok_or_else(|| self.fault(key, "a board size from 5 to 24"))
            }
        };
        let (columns, rows) = match self.get("size")? {
            None => (assume.size.columns(), assume.size.rows()),
            Some(_) => (edge("size", 0)?, edge("size", 0)?),
        };
        let size = Size::rectangle(edge("columns", columns)?, edge("rows", rows)?);
        Ok(size.unwrap_or(assume.size))
    }

    fn rules(&self, assume: &Assume) -> Result<Rules, Fault> {
        let linking: Option<Linking> = self.named("rules", "pp or standard")?;
        let swap = self.named("swap", "mirror, sides or none")?;
        let told = linking.map(|linking| (linking, self.place("rules")));
        let linking = assume.linking(told, assume.rules.linking)?;
        // A record that names the linking alone is the referee's, which has the usual swap.
        let usual = told.map(|_| assume.swap.unwrap_or(usual_swap(linking)));
        Ok(Rules { linking, swap: swap.or(usual).unwrap_or_else(|| assume.swap(linking)) })
    }

    /// The pegs set up. None are an empty board, on which nobody may swap and vertical begins: other
    /// formats have no words for more.
    fn setup(&self, told: &Value, game: &Game) -> Result<Option<Setup>, Fault> {
        let at = self.place("setup");
        let expected = "an object with pegs, \"vertical D6 horizontal E8\", and to_move, a side";
        let fault = || self.fault("setup", expected);
        let pegs = told.get("pegs").and_then(Value::as_str).ok_or_else(fault)?;
        let to_move = match told.get("to_move") {
            None | Some(Value::Null) => None,
            Some(side) => Some(side.as_str().and_then(setup::side).ok_or_else(fault)?),
        };
        // Where a peg stands within the text is not known: escapes may have moved it.
        let here = |fault: Fault| Fault { at, ..fault };
        let pegs = setup::pegs(pegs, at).map_err(here)?;
        if pegs.is_empty() {
            let begins = to_move.is_none_or(|side| side == Side::Vertical);
            let expected = "a peg to set up, or vertical to move, who begins on an empty board";
            return begins.then_some(None).ok_or_else(|| self.fault("setup", expected));
        }
        setup::placed(game.size, game.rules.linking, &pegs, to_move).map_err(here).map(Some)
    }

    fn named<T: std::str::FromStr>(&self, key: &str, names: &str) -> Result<Option<T>, Fault> {
        let Some(text) = self.string(key)? else { return Ok(None) };
        let fault = |_| self.fault(key, names);
        text.to_ascii_lowercase().parse().map(Some).map_err(fault)
    }

    fn players(&self) -> Result<[Option<String>; 2], Fault> {
        let known = |key: &&str| told(self.object, key).is_some();
        let Some(key) = ["players", "bots"].into_iter().find(known) else {
            return Ok([None, None]);
        };
        let names: Result<[Option<String>; 2], _> = serde_json::from_str(self.object[key].get());
        let names = names.map_err(|_| self.fault(key, "two names, each a text or null"))?;
        Ok(names.map(|name| name.filter(|name| !name.is_empty())))
    }

    /// Reads a line that goes on from `from`, and then its variations.
    fn line(
        &self,
        tree: &mut Builder,
        line: &Object<'a>,
        from: At,
        number: usize,
        depth: usize,
    ) -> Result<(), Fault> {
        let mut ends = vec![from];
        for (index, value) in self.array(line, "moves")?.into_iter().enumerate() {
            let place = place(self.text, value);
            let fault = |error: &str| {
                let expected = format!("a move such as \"D6\", \"J12-I12/K11\" or \"SWAP\"{error}");
                self.fault_at(value, &expected)
            };
            let ply = serde_json::from_str::<String>(value.get()).map(|word| word.parse::<Ply>());
            let ply = match ply {
                Ok(Ok(ply)) => ply,
                Ok(Err(error)) => return Err(fault(&format!(" ({error})"))),
                Err(_) => return Err(fault("")),
            };
            let at = ends[index];
            ends.push(Some(token::add(tree, at, ply, number + index + 1, place)?));
        }
        self.comments(tree, line, &ends)?;
        for value in self.array(line, "variations")? {
            if depth == NESTED {
                let deeper = format!(
                    "expected variations in one another up to {NESTED} deep, which \
                     is more than any game has moves, found one deeper"
                );
                return Err(Fault::new(place(self.text, value), deeper));
            }
            if !value.get().starts_with('{') {
                let expected = "a variation, an object with at and moves";
                return Err(self.fault_at(value, expected));
            }
            let variation: Object = parsed(self.text, value)?;
            let told = variation.get("at");
            let at = told.and_then(|at| serde_json::from_str::<usize>(at.get()).ok());
            let Some((at, end)) = at.and_then(|at| Some((at, *ends.get(at)?))) else {
                let expected = "at, the number of moves of its line before the variation";
                return Err(self.fault_at(told.copied().unwrap_or(value), expected));
            };
            self.line(tree, &variation, end, number + at, depth + 1)?;
        }
        Ok(())
    }

    fn array(&self, line: &Object<'a>, key: &str) -> Result<Vec<&'a RawValue>, Fault> {
        match told(line, key) {
            None => Ok(Vec::new()),
            Some(value) if value.get().starts_with('[') => parsed(self.text, value),
            Some(value) => Err(self.fault_at(value, &format!("a list as {key}"))),
        }
    }

    fn comments(&self, tree: &mut Builder, line: &Object, ends: &[At]) -> Result<(), Fault> {
        let Some(value) = told(line, "comments") else { return Ok(()) };
        let fault = |value: &RawValue| {
            let expected = "comments, texts by the number of their move";
            self.fault_at(value, expected)
        };
        if !value.get().starts_with('{') {
            return Err(fault(value));
        }
        for (key, value) in parsed::<Object>(self.text, value)? {
            let number = key.parse().ok().filter(|number| (1..ends.len()).contains(number));
            let comment = serde_json::from_str::<String>(value.get()).ok();
            let (Some(number), Some(comment)) = (number, comment) else {
                return Err(fault(value));
            };
            tree.say(ends[number], &comment);
        }
        Ok(())
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
        // The seat is a player's, who may have changed sides.
        let winner = Side::ALL.into_iter().find(|side| Some(game.player_of(*side)) == seat);
        Ok(match (winner, reason) {
            (None, None) => None,
            (winner, reason) => Some(Ending { winner, reason: reason.unwrap_or(Reason::Unknown) }),
        })
    }
}
