use super::locate::{locate, skip_blanks, Step};
use super::{untold, ENDINGS, TOLD};
use crate::builder::{At, Builder};
use crate::ending::{Ending, Reason};
use crate::error::Fault;
use crate::format::{Assume, BYTE_ORDER_MARK};
use crate::game::Game;
use crate::setup::{self, Setup};
use crate::token;
use crate::words::usual_swap;
use serde_json::{Deserializer, Map, Value};
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Ply, Rules, SwapRule};

/// Reads all games of a text: objects one after the other, or in one array.
pub(crate) fn read(text: &str, assume: &Assume) -> Result<Vec<Game>, Fault> {
    let skipped = text.len() - text.trim_start_matches(BYTE_ORDER_MARK).len();
    let body = &text[skipped..];
    let mut values = Deserializer::from_str(body).into_iter::<Value>();
    let mut games = Vec::new();
    let mut start = 0;
    while let Some(value) = values.next() {
        let value = value.map_err(|error| {
            let at = byte_of(body, error.line(), error.column());
            Fault::new(at + skipped, format!("this is not JSON: {}", without_place(&error)))
        })?;
        let place = skip_blanks(body, start) + skipped;
        match value {
            Value::Array(values) => {
                for (index, value) in values.into_iter().enumerate() {
                    let at = locate(text, place, &[Step::Index(index)]);
                    games.extend(game(text, at, value, assume)?);
                }
            }
            value => games.extend(game(text, place, value, assume)?),
        }
        start = values.byte_offset();
    }
    if games.is_empty() {
        let expected = "a game, an object with \"moves\"";
        return Err(Fault::expected(text.len(), expected, ""));
    }
    Ok(games)
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

fn game(text: &str, at: usize, value: Value, assume: &Assume) -> Result<Option<Game>, Fault> {
    let Value::Object(mut object) = value else {
        return Err(Fault::expected(at, "a game, an object with \"moves\"", &text[at..]));
    };
    if object.contains_key("plan") && !object.contains_key("moves") {
        return Ok(None);
    }
    let record = Record { text, at, object: &object };
    let mut game = record.game(assume)?;
    object.retain(|key, _| !TOLD.contains(&key.as_str()));
    let usual = untold(&game);
    object.retain(|key, value| !usual.iter().any(|(name, usual)| name == key && usual == value));
    game.extra.extend(object);
    Ok(Some(game))
}

/// An object, and where it stands.
struct Record<'a> {
    text: &'a str,
    at: usize,
    object: &'a Map<String, Value>,
}

impl Record<'_> {
    fn fault(&self, path: &[Step], expected: &str) -> Fault {
        let at = locate(self.text, self.at, path);
        Fault::expected(at, expected, &self.text[at..])
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.object.get(key).filter(|value| !value.is_null())
    }

    fn string(&self, key: &str) -> Result<Option<&str>, Fault> {
        let Some(value) = self.get(key) else { return Ok(None) };
        let fault = || self.fault(&[Step::Key(key)], &format!("a text as {key}"));
        value.as_str().map(Some).ok_or_else(fault)
    }

    fn owned(&self, key: &str) -> Result<Option<String>, Fault> {
        Ok(self.string(key)?.filter(|text| !text.is_empty()).map(str::to_owned))
    }

    fn game(&self, assume: &Assume) -> Result<Game, Fault> {
        if !self.object.contains_key("moves") {
            return Err(self.fault(&[], "a game, an object with \"moves\""));
        }
        let mut game = Game::new(self.size(assume)?, self.rules(assume)?);
        game.players = self.players()?;
        game.event = self.owned("event")?;
        game.date = self.owned("date")?;
        game.place = self.owned("place")?;
        if let Some(told) = self.get("setup") {
            game.setup = Some(self.setup(told, &game)?);
            game.rules.swap = SwapRule::None;
        }
        let mut tree = Builder::at(game.start());
        let mut path = Vec::new();
        self.line(&mut tree, self.object, &mut path, None, 0)?;
        if let Some(comment) = self.string("comment")? {
            tree.say(None, comment);
        }
        let position = tree.position(tree.main_end()).clone();
        (game.comment, game.plies) = tree.finish();
        let told = self.ending(&game)?;
        game.ending = Ending::settle(told, &position).map_err(|error| {
            Fault::new(locate(self.text, self.at, &[Step::Key("ending")]), error)
        })?;
        if let Some(ending) = self.string("ending")? {
            // The referee's own names for a forfeit are kept.
            if game.ending.is_some_and(|ours| super::name(ours.reason) != ending) {
                game.extra.insert(String::from("ending"), Value::from(ending));
            }
        }
        Ok(game)
    }

    fn size(&self, assume: &Assume) -> Result<Size, Fault> {
        let edge = |key: &str, otherwise: u8| match self.get(key) {
            None => Ok(otherwise),
            Some(value) => {
                let edge = value.as_u64().and_then(|edge| u8::try_from(edge).ok());
                edge.filter(|edge| Size::new(*edge).is_some())
                    .ok_or_else(|| self.fault(&[Step::Key(key)], "a board size from 5 to 24"))
            }
        };
        let (columns, rows) = match self.get("size") {
            None => (assume.size.columns(), assume.size.rows()),
            Some(_) => (edge("size", 0)?, edge("size", 0)?),
        };
        let size = Size::rectangle(edge("columns", columns)?, edge("rows", rows)?);
        Ok(size.unwrap_or(assume.size))
    }

    fn rules(&self, assume: &Assume) -> Result<Rules, Fault> {
        let linking: Option<Linking> = self.named("rules", "pp or standard")?;
        let swap = self.named("swap", "mirror, sides or none")?;
        let usual = linking.map_or(assume.rules.swap, usual_swap);
        let told =
            linking.map(|linking| (linking, locate(self.text, self.at, &[Step::Key("rules")])));
        let linking = assume.linking(told, assume.rules.linking)?;
        Ok(Rules { linking, swap: swap.unwrap_or(usual) })
    }

    fn setup(&self, told: &Value, game: &Game) -> Result<Setup, Fault> {
        let at = locate(self.text, self.at, &[Step::Key("setup")]);
        let expected = "an object with pegs, \"vertical D6 horizontal E8\", and to_move, a side";
        let fault = || Fault::expected(at, expected, &self.text[at..]);
        let pegs = told.get("pegs").and_then(Value::as_str).ok_or_else(fault)?;
        let to_move = match told.get("to_move") {
            None | Some(Value::Null) => None,
            Some(side) => Some(side.as_str().and_then(setup::side).ok_or_else(fault)?),
        };
        // Where a peg stands within the text is not known: escapes may have moved it.
        let here = |fault: Fault| Fault { at, ..fault };
        let pegs = setup::pegs(pegs, at).map_err(here)?;
        setup::placed(game.size, game.rules.linking, &pegs, to_move).map_err(here)
    }

    fn named<T: std::str::FromStr>(&self, key: &str, names: &str) -> Result<Option<T>, Fault> {
        let Some(text) = self.string(key)? else { return Ok(None) };
        let fault = |_| self.fault(&[Step::Key(key)], names);
        text.to_ascii_lowercase().parse().map(Some).map_err(fault)
    }

    fn players(&self) -> Result<[Option<String>; 2], Fault> {
        let Some(key) = ["players", "bots"].into_iter().find(|key| self.get(key).is_some()) else {
            return Ok([None, None]);
        };
        let fault = || self.fault(&[Step::Key(key)], "two names, each a text or null");
        let [opens, answers] =
            self.get(key).and_then(Value::as_array).map_or(&[][..], |names| names)
        else {
            return Err(fault());
        };
        let name = |value: &Value| match value {
            Value::Null => Ok(None),
            Value::String(name) => Ok(Some(name.clone()).filter(|name| !name.is_empty())),
            _ => Err(fault()),
        };
        Ok([name(opens)?, name(answers)?])
    }

    /// Reads a line that goes on from `from`, and then its variations.
    fn line<'a>(
        &self,
        tree: &mut Builder,
        line: &'a Map<String, Value>,
        path: &mut Vec<Step<'a>>,
        from: At,
        number: usize,
    ) -> Result<(), Fault> {
        let mut ends = vec![from];
        let moves = self.array(line, "moves", path)?;
        for (index, value) in moves.iter().enumerate() {
            path.extend([Step::Key("moves"), Step::Index(index)]);
            let ply = value.as_str().map(str::parse::<Ply>);
            let place = locate(self.text, self.at, path);
            let fault = |error: &str| {
                let expected = format!("a move such as \"D6\", \"J12-I12/K11\" or \"SWAP\"{error}");
                Fault::expected(place, &expected, &self.text[place..])
            };
            let ply = match ply {
                Some(Ok(ply)) => ply,
                Some(Err(error)) => return Err(fault(&format!(" ({error})"))),
                None => return Err(fault("")),
            };
            let at = ends[index];
            ends.push(Some(token::add(tree, at, ply, number + index + 1, place)?));
            path.truncate(path.len() - 2);
        }
        self.comments(tree, line, path, &ends)?;
        let variations = self.array(line, "variations", path)?;
        for (index, value) in variations.iter().enumerate() {
            path.extend([Step::Key("variations"), Step::Index(index)]);
            let Some(variation) = value.as_object() else {
                return Err(self.fault(path, "a variation, an object with at and moves"));
            };
            let at = variation.get("at").and_then(Value::as_u64).map(|at| at as usize);
            let Some((at, end)) = at.and_then(|at| Some((at, *ends.get(at)?))) else {
                path.push(Step::Key("at"));
                let expected = "at, the number of moves of its line before the variation";
                return Err(self.fault(path, expected));
            };
            self.line(tree, variation, path, end, number + at)?;
            path.truncate(path.len() - 2);
        }
        Ok(())
    }

    fn array<'a>(
        &self,
        line: &'a Map<String, Value>,
        key: &'static str,
        path: &[Step],
    ) -> Result<&'a [Value], Fault> {
        match line.get(key) {
            None | Some(Value::Null) => Ok(&[]),
            Some(Value::Array(values)) => Ok(values),
            Some(_) => {
                let path: Vec<Step> = path.iter().copied().chain([Step::Key(key)]).collect();
                Err(self.fault(&path, &format!("a list as {key}")))
            }
        }
    }

    fn comments(
        &self,
        tree: &mut Builder,
        line: &Map<String, Value>,
        path: &[Step],
        ends: &[At],
    ) -> Result<(), Fault> {
        let path = |steps: &[Step]| -> Fault {
            let path: Vec<Step> = path.iter().chain(steps).copied().collect();
            self.fault(&path, "comments, texts by the number of their move")
        };
        let comments = match line.get("comments") {
            None | Some(Value::Null) => return Ok(()),
            Some(Value::Object(comments)) => comments,
            Some(_) => return Err(path(&[Step::Key("comments")])),
        };
        for (key, value) in comments {
            let number = key.parse().ok().filter(|number| (1..ends.len()).contains(number));
            let (Some(number), Some(comment)) = (number, value.as_str()) else {
                return Err(path(&[Step::Key("comments"), Step::Key(key)]));
            };
            tree.say(ends[number], comment);
        }
        Ok(())
    }

    fn ending(&self, game: &Game) -> Result<Option<Ending>, Fault> {
        let reason = match self.string("ending")? {
            None => None,
            Some(text) => {
                let known = ENDINGS.iter().find(|(name, _)| *name == text);
                let expected =
                    "an ending: chain, draw, resign, late, agreement, forfeit or unknown";
                Some(known.ok_or_else(|| self.fault(&[Step::Key("ending")], expected))?.1)
            }
        };
        let seat = match self.string("winner")? {
            None => None,
            Some("first") => Some(0),
            Some("second") => Some(1),
            Some(_) => return Err(self.fault(&[Step::Key("winner")], "first, second or null")),
        };
        // The seat is a player's, who may have changed sides.
        let winner = Side::ALL.into_iter().find(|side| Some(game.player_of(*side)) == seat);
        Ok(match (winner, reason) {
            (None, None) => None,
            (winner, reason) => Some(Ending { winner, reason: reason.unwrap_or(Reason::Unknown) }),
        })
    }
}
