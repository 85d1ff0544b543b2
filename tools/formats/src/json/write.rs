use super::{is_told, name, untold, ENDINGS, STOPPED};
use crate::game::Game;
use crate::tree::{Node, Tree};
use serde_json::{json, Map, Value};
use std::collections::BTreeMap;
use twixt::rules::Ply;

/// Writes a game, as one line.
pub(crate) fn write(game: &Game) -> String {
    let mut object = Map::new();
    for (key, value) in untold(game) {
        object.insert(key.to_owned(), value);
    }
    // A property of another format may be called as what the game itself tells.
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
    // The tree is written as it is gone through; only its place among the others is kept here.
    let line = Line::main(&game.plies);
    for (key, _) in line.members() {
        object.insert(key.to_owned(), Value::Null);
    }
    let mut text = String::from("{");
    for (key, value) in object {
        comma(&mut text);
        text.push_str(&format!("{}:", Value::from(key.as_str())));
        match line.members().find(|(name, _)| *name == key) {
            Some((_, write)) => write(&line, &mut text),
            None => text.push_str(&value.to_string()),
        }
    }
    text.push_str("}\n");
    text
}

/// The end's name: the one that the record came with, if it still fits.
fn ending(game: &Game) -> Value {
    let kept = game.extra.get("ending").and_then(Value::as_str);
    let Some(ending) = game.ending else { return kept.filter(|kept| *kept == STOPPED).into() };
    let fits = |kept: &&str| ENDINGS.contains(&(*kept, ending.reason));
    Value::from(kept.filter(fits).unwrap_or_else(|| name(ending.reason)))
}

/// A comma, if something of the same object or list stands before.
fn comma(text: &mut String) {
    if !text.ends_with(['{', '[']) {
        text.push(',');
    }
}

/// A line of the tree, with its comments and variations.
struct Line<'a> {
    tree: &'a Tree,
    nodes: Vec<Node<'a>>,
    is_main: bool,
}

type Write<'a> = fn(&Line<'a>, &mut String);

impl<'a> Line<'a> {
    fn main(tree: &'a Tree) -> Line<'a> {
        Line { tree, nodes: tree.main_line().collect(), is_main: true }
    }

    fn variation(tree: &'a Tree, first: Node<'a>) -> Line<'a> {
        let nodes = std::iter::successors(Some(first), |node| node.next().next()).collect();
        Line { tree, nodes, is_main: false }
    }

    /// The members of its object that there are, in their order, and what writes their values.
    fn members(&self) -> impl Iterator<Item = (&'static str, Write<'a>)> {
        let comments = self.nodes.iter().any(|node| !node.comment.is_empty());
        let variations = self.variations().next().is_some();
        let all: [(_, Write<'a>, _); 3] = [
            ("comments", Line::write_comments, comments),
            ("moves", Line::write_moves, true),
            ("variations", Line::write_variations, variations),
        ];
        all.into_iter().filter(|member| member.2).map(|(key, write, _)| (key, write))
    }

    fn write_comments(&self, text: &mut String) {
        let said = self.nodes.iter().enumerate().filter(|(_, node)| !node.comment.is_empty());
        let said: BTreeMap<String, &str> =
            said.map(|(index, node)| ((index + 1).to_string(), node.comment)).collect();
        text.push_str(&json!(said).to_string());
    }

    fn write_moves(&self, text: &mut String) {
        text.push('[');
        for node in &self.nodes {
            comma(text);
            let ply = match &node.ply {
                // As the arena and the referee write it.
                Ply::Swap => String::from("SWAP"),
                ply => ply.to_string(),
            };
            text.push_str(&Value::from(ply).to_string());
        }
        text.push(']');
    }

    fn write_variations(&self, text: &mut String) {
        text.push('[');
        for (at, first) in self.variations() {
            comma(text);
            text.push_str(&format!("{{\"at\":{at}"));
            let line = Line::variation(self.tree, first);
            for (key, write) in line.members() {
                text.push_str(&format!(",\"{key}\":"));
                write(&line, text);
            }
            text.push('}');
        }
        text.push(']');
    }

    /// The variations that leave this line, each with the number of moves before it. Where a
    /// variation begins, others of the same line do; they are that line's.
    fn variations(&self) -> impl Iterator<Item = (usize, Node<'a>)> + '_ {
        let begun = self.nodes.iter().enumerate().skip(usize::from(!self.is_main));
        begun.flat_map(|(at, node)| {
            let others = self.tree.after(self.tree.parent(node.index)).skip(1);
            others.map(move |other| (at, other))
        })
    }
}
