use super::{is_told, name, untold, ENDINGS, STOPPED};
use crate::game::Game;
use crate::tree::{Node, Tree};
use serde_json::{json, Map, Value};
use twixt::rules::Ply;

/// Writes a game, as one line.
pub(crate) fn write(game: &Game) -> String {
    let mut object = Map::new();
    for (key, value) in untold(game) {
        object.insert(key.to_owned(), value);
    }
    // A property of another format may have the name of one of the game's own keys.
    for (key, value) in game.extra.iter().filter(|(key, _)| !is_told(key)) {
        object.insert(key.clone(), value.clone());
    }
    let mut tell = |key: &str, value: Value| object.insert(key.to_owned(), value);
    tell("size", json!(game.size.get()));
    if !game.size.is_square() {
        tell("columns", json!(game.size.columns()));
        tell("rows", json!(game.size.rows()));
    }
    tell("rules", json!(game.rules.linking.to_string()));
    tell("swap", json!(game.rules.swap.to_string()));
    tell("players", json!(game.players));
    for (key, value) in [("event", &game.event), ("date", &game.date), ("place", &game.place)] {
        if let Some(value) = value {
            tell(key, json!(value));
        }
    }
    if !game.comment.is_empty() {
        tell("comment", json!(game.comment));
    }
    if let Some(setup) = &game.setup {
        let to_move = setup.start().to_move().to_string();
        tell("setup", json!({ "pegs": setup.words(), "to_move": to_move }));
    }
    let winner = game.ending.and_then(|ending| ending.winner);
    tell("winner", json!(winner.map(|side| ["first", "second"][game.player_of(side)])));
    tell("ending", ending(game));
    object.append(&mut line(&game.plies, None));
    Value::Object(object).to_string() + "\n"
}

/// The end's name: the one that the record came with, if it still fits.
fn ending(game: &Game) -> Value {
    let kept = game.extra.get("ending").and_then(Value::as_str);
    let Some(ending) = game.ending else { return kept.filter(|kept| *kept == STOPPED).into() };
    let fits = |kept: &&str| ENDINGS.contains(&(*kept, ending.reason));
    Value::from(kept.filter(fits).unwrap_or_else(|| name(ending.reason)))
}

/// The members for a line of the tree: the main line, or the variation that starts with this ply after
/// so many moves of its line.
fn line(tree: &Tree, variation: Option<(usize, Node)>) -> Map<String, Value> {
    let mut object = Map::new();
    let (mut comments, mut moves, mut variations) = (Map::new(), Vec::new(), Vec::new());
    let is_main = variation.is_none();
    let first = match variation {
        Some((at, first)) => {
            object.insert(String::from("at"), json!(at));
            Some(first)
        }
        None => tree.main_line().next(),
    };
    for node in std::iter::successors(first, |node| node.next().next()) {
        // Other variations that start where this one does belong to the same line as it.
        if is_main || !moves.is_empty() {
            let others = tree.after(tree.parent(node.index)).skip(1);
            let others = others.map(|other| Value::Object(line(tree, Some((moves.len(), other)))));
            variations.extend(others);
        }
        moves.push(Value::from(match &node.ply {
            // As the arena and the referee write it.
            Ply::Swap => String::from("SWAP"),
            ply => ply.to_string(),
        }));
        if !node.comment.is_empty() {
            comments.insert(moves.len().to_string(), json!(node.comment));
        }
    }
    if !comments.is_empty() {
        object.insert(String::from("comments"), Value::Object(comments));
    }
    object.insert(String::from("moves"), Value::Array(moves));
    if !variations.is_empty() {
        object.insert(String::from("variations"), Value::Array(variations));
    }
    object
}
