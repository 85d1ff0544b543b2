use super::{letter, KNOWN};
use crate::ending::{Ending, Reason};
use crate::game::{replay, Game, Handicap};
use crate::properties::{push, push_value};
use crate::tree::{Node, Tree};
use serde_json::Value;
use twixt::rules::{Linking, Position};

/// Writes a game.
pub(crate) fn write(game: &Game) -> String {
    let mut text = String::from("(;FF[4]GM[21]CA[UTF-8]");
    let (columns, rows) = (game.size.columns(), game.size.rows());
    if game.size.is_square() {
        push(&mut text, "SZ", &columns.to_string());
    } else {
        push(&mut text, "SZ", &format!("{columns}:{rows}"));
        push(&mut text, "HA", &Handicap::of(game.size).given.to_string());
    }
    push(&mut text, "RU", &rule_set(game));
    push(&mut text, "SWAP", &game.rules.swap.to_string());
    text.push('\n');
    for (name, value) in ["PW", "PB", "EV", "DT", "PC"].into_iter().zip(game.names()) {
        if let Some(value) = value {
            push(&mut text, name, value);
        }
    }
    if let Some(ending) = game.ending {
        push(&mut text, "RE", &result(ending));
    }
    if !game.comment.is_empty() {
        push(&mut text, "C", &game.comment);
    }
    for (name, values) in properties(game) {
        text.push_str(name);
        values.iter().for_each(|value| push_value(&mut text, value));
    }
    write_setup(&mut text, game);
    write_tree(&mut text, &game.plies, game.start());
    text.push_str(")\n");
    text
}

/// Writes the pegs that are set up: a node has either colour once, so that others go into the next.
fn write_setup(text: &mut String, game: &Game) {
    let Some(setup) = &game.setup else { return };
    push(text, "PL", letter(setup.start().to_move()));
    let (mut last, mut runs) = (None, 0);
    for (side, hole) in setup.pegs() {
        if last.replace(side) != Some(side) {
            if runs == 2 {
                text.push_str("\n;");
                runs = 0;
            }
            text.push('A');
            text.push_str(letter(*side));
            runs += 1;
        }
        push_value(text, &hole.to_string().to_lowercase());
    }
}

/// What else the game carries that is a property.
fn properties(game: &Game) -> impl Iterator<Item = (&str, Vec<&str>)> {
    game.extra.iter().filter_map(|(name, value)| Some((name.as_str(), texts(name, value)?)))
}

fn texts<'a>(name: &str, value: &'a Value) -> Option<Vec<&'a str>> {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    if !is_name || KNOWN.contains(&name) {
        return None;
    }
    let texts: Option<Vec<&str>> = value.as_array()?.iter().map(Value::as_str).collect();
    texts.filter(|texts| !texts.is_empty())
}

/// The rule set's name: the one that the game came with, if it is known and still fits. One that nobody
/// knows is not written: a reader would have to guess what links do.
fn rule_set(game: &Game) -> String {
    let kept = game.extra.get("RU").and_then(|value| value.get(0)?.as_str());
    match (game.rules.linking, kept) {
        (Linking::Standard, Some(name)) if name.eq_ignore_ascii_case("3m") => name.to_owned(),
        (Linking::Standard, _) => String::from("STD"),
        (Linking::Pp, _) => String::from("PP"),
    }
}

fn result(ending: Ending) -> String {
    let Some(winner) = ending.winner else { return String::from("Draw") };
    let reason = match ending.reason {
        Reason::Resign => "R",
        Reason::Time => "T",
        Reason::Forfeit => "F",
        Reason::Chain | Reason::Blocked | Reason::Agreement | Reason::Unknown => "",
    };
    format!("{}+{reason}", letter(winner))
}

/// Writes the tree: a line in brackets where several may follow. In a loop, since variations may stand
/// in one another as deep as a game is long.
fn write_tree(text: &mut String, tree: &Tree, start: Position) {
    const A_LINE: usize = 10;
    // The positions that lead to the ply at hand, and the plies with an open bracket before them.
    let (mut line, mut open) = (vec![start], Vec::new());
    for node in tree.nodes() {
        let number = node.number();
        while open.pop_if(|begun| *begun >= number).is_some() {
            text.push(')');
        }
        if tree.after(tree.parent(node.index)).nth(1).is_some() {
            text.push_str("\n(");
            open.push(number);
        } else if number % A_LINE == 1 {
            text.push('\n');
        }
        line.truncate(number);
        let mut position = line[number - 1].clone();
        write_node(text, &node, &mut position);
        line.push(position);
    }
    open.into_iter().for_each(|_| text.push(')'));
}

fn write_node(text: &mut String, node: &Node, position: &mut Position) {
    text.push(';');
    push(text, letter(position.to_move()), &node.ply.to_string().to_lowercase());
    if !node.comment.is_empty() {
        push(text, "C", node.comment);
    }
    replay(position, &node.ply);
}
