use super::{name, untold, ENDINGS};
use crate::game::{Game, Node};
use serde_json::{json, Map, Value};
use twixt::rules::Ply;

/// Writes a game, as one line.
pub(crate) fn write(game: &Game) -> String {
    let mut object = line(&game.plies);
    for (key, value) in untold(game) {
        object.insert(key.to_owned(), value);
    }
    for (key, value) in &game.extra {
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
    Value::Object(object).to_string() + "\n"
}

/// The end's name: the one that the record came with, if it still fits.
fn ending(game: &Game) -> Value {
    let Some(ending) = game.ending else { return Value::Null };
    let fits = |kept: &&str| ENDINGS.contains(&(*kept, ending.reason));
    let kept = game.extra.get("ending").and_then(Value::as_str).filter(fits);
    Value::from(kept.unwrap_or_else(|| name(ending.reason)))
}

/// A line that starts with the first of `next`, with its comments and variations.
fn line(mut next: &[Node]) -> Map<String, Value> {
    let (mut moves, mut comments, mut variations) = (Vec::new(), Map::new(), Vec::new());
    while let Some((node, others)) = next.split_first() {
        for other in others {
            let mut variation = line(std::slice::from_ref(other));
            variation.insert(String::from("at"), json!(moves.len()));
            variations.push(Value::Object(variation));
        }
        moves.push(Value::from(match &node.ply {
            // As the arena and the referee write it.
            Ply::Swap => String::from("SWAP"),
            ply => ply.to_string(),
        }));
        if !node.comment.is_empty() {
            comments.insert(moves.len().to_string(), json!(node.comment));
        }
        next = &node.next;
    }
    let mut line = Map::from_iter([(String::from("moves"), Value::Array(moves))]);
    if !comments.is_empty() {
        line.insert(String::from("comments"), Value::Object(comments));
    }
    if !variations.is_empty() {
        line.insert(String::from("variations"), Value::Array(variations));
    }
    line
}
