use super::KNOWN;
use crate::ending::{Ending, Reason};
use crate::game::{Game, Handicap, Node};
use crate::properties::{push, push_value};
use serde_json::Value;
use twixt::geometry::Side;
use twixt::rules::{Linking, Ply, Position};

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
    let [opens, answers] = &game.players;
    let told = [
        ("PW", opens),
        ("PB", answers),
        ("EV", &game.event),
        ("DT", &game.date),
        ("PC", &game.place),
    ];
    for (name, value) in told {
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
    write_line(&mut text, &game.plies, game.start(), 1);
    text.push_str(")\n");
    text
}

/// Writes the pegs that are set up: a node has either colour once, so that others go into the next.
fn write_setup(text: &mut String, game: &Game) {
    let Some(setup) = &game.setup else { return };
    push(text, "PL", colour(setup.start().to_move()));
    let (mut last, mut runs) = (None, 0);
    for (side, hole) in setup.pegs() {
        if last.replace(side) != Some(side) {
            if runs == 2 {
                text.push_str("\n;");
                runs = 0;
            }
            text.push('A');
            text.push_str(colour(*side));
            runs += 1;
        }
        push_value(text, &hole.to_string().to_lowercase());
    }
}

const fn colour(side: Side) -> &'static str {
    match side {
        Side::Vertical => "W",
        Side::Horizontal => "B",
    }
}

/// What else the game carries that is a property.
pub(crate) fn properties(game: &Game) -> impl Iterator<Item = (&str, Vec<&str>)> {
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

/// Whether the rule set's name that the game came with is written. One that nobody knows is not: whoever
/// reads it would have to guess what links do.
pub(crate) fn keeps_rule_set(game: &Game) -> bool {
    let names = game.extra.get("RU").and_then(Value::as_array);
    names.is_some_and(|names| matches!(&names[..], [name] if *name == rule_set(game)))
}

/// The rule set's name: the one that the game came with, if it is known and still fits.
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
    format!("{}+{reason}", colour(winner))
}

/// Writes what may follow a position, `number` of the next ply. Only variations nest, and the lines
/// that they open: a line itself is written in a loop.
fn write_line(text: &mut String, mut next: &[Node], mut position: Position, mut number: usize) {
    const A_LINE: usize = 10;
    loop {
        match next {
            [] => return,
            [node] => {
                if number % A_LINE == 1 {
                    text.push('\n');
                }
                write_node(text, node, &mut position);
                next = &node.next;
                number += 1;
            }
            lines => {
                for node in lines {
                    let mut position = position.clone();
                    text.push_str("\n(");
                    write_node(text, node, &mut position);
                    write_line(text, &node.next, position, number + 1);
                    text.push(')');
                }
                return;
            }
        }
    }
}

fn write_node(text: &mut String, node: &Node, position: &mut Position) {
    text.push(';');
    push(text, colour(position.to_move()), &node.ply.to_string().to_lowercase());
    if !node.comment.is_empty() {
        push(text, "C", &node.comment);
    }
    play(position, &node.ply);
}

/// Plays a ply of a game that has been checked.
fn play(position: &mut Position, ply: &Ply) {
    let played = position.play_ply(ply);
    debug_assert_eq!(played, Ok(()));
}
