//! Files of littlegolem.net, `.tsgf`: one line of nodes with properties, without variations.
//!
//! - `PB` moves first, as `b`, and connects top and bottom; `PW` moves second, as `r`. A hole is two letters,
//!   column and row. Upper-case `B` and `W` or `R` require `EV[twixt...]` or `GM[21]`, because files of the
//!   server's other games look the same.
//! - The rules are always Twixt PP with a mirroring swap, as in the arena.
//! - `r[resign]` and `r[draw]` end a game; `r[qi|draw]` is a move with a draw offer, which becomes the
//!   comment [`DRAW_OFFERED`]. The format has no other results and no losses on time, but the reader accepts
//!   `RE[B]` and `RE[W]`, added by hand.
//! - Unknown properties of later nodes become comments.

use crate::assume::Assume;
use crate::builder::Builder;
use crate::ending::{Ending, Reason};
use crate::error::Fault;
use crate::game::{replay, Game};
use crate::properties::{
    ambiguous, check_game, is_setup, parse, push, Parsed, Property, RawNode, RawTree,
};
use crate::token;
use crate::tree::{At, Node};
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::{Ply, Position, Rules};

const DRAW_OFFERED: &str = "Draw offered.";

const NAMES: [&str; 2] = ["b", "r"];

const SOURCE: &str = "https://www.littlegolem.net";

/// Returns whether a text that starts with a bracket has this format rather than SGF.
pub(crate) fn is_likely(text: &str) -> bool {
    let game_21 = || text.to_ascii_uppercase().contains("GM[21]");
    let signs = [";b[", ";r[", "EV[twixt", "littlegolem"];
    signs.iter().any(|sign| text.contains(sign)) && !game_21()
}

pub(crate) fn read(text: &str, assume: &Assume, max_games: usize) -> Result<Vec<Game>, Fault> {
    // The format determines the linking rule.
    let usual = Rules::ARENA.linking;
    assume.linking(Some((usual, 0)), usual)?;
    let Parsed { trees, mut notes } = parse(text, max_games)?;
    let mut games = trees.iter().map(game).collect::<Result<Vec<Game>, _>>()?;
    games.iter_mut().take(1).for_each(|game| game.notes.append(&mut notes));
    Ok(games)
}

fn game(tree: &RawTree) -> Result<Game, Fault> {
    let root = &tree[0];
    check_game(root)?;
    let event = root.value("EV").map_or("", |(_, event)| event).trim().to_ascii_lowercase();
    let is_twixt = event == "twixt" || event.starts_with("twixt.") || root.get("GM").is_some();
    // Variants on other boards are events such as `twixt.ld.SIZE30`.
    let variant = event.split('.').find_map(|part| part.strip_prefix("size"));
    let by_event = || Some((root.value("EV")?.0, variant.filter(|_| event.starts_with("twixt"))?));
    let size = root.value("SZ").or_else(by_event);
    let size = size.map(|(at, value)| token::edge(value.trim(), at)).transpose()?;
    let size = size.and_then(Size::new).unwrap_or(Size::MAX);
    let game = Game {
        players: ["PB", "PW"].map(|name| root.text(name)),
        event: root.text("EV").filter(|event| event != "null"),
        extra: root.extra(is_read),
        ..Game::new(size, Rules::ARENA)
    };
    let mut builder = Builder::new(game);
    for (index, node) in tree.iter().enumerate() {
        if node.parent != index.checked_sub(1) {
            let place = node.properties.first().map_or(0, |property| property.at);
            return Err(Fault::new(place, "expected a single line of moves, found a variation"));
        }
        for property in &node.properties {
            let Some(side) = side(&property.name) else {
                other_property(&mut builder, property, index == 0)?;
                continue;
            };
            if !is_twixt && property.name.bytes().all(|letter| letter.is_ascii_uppercase()) {
                return Err(ambiguous(property));
            }
            builder.check_not_ended()?;
            play(&mut builder, property, side)?;
        }
    }
    builder.finish(result(root)?)
}

fn play(builder: &mut Builder, property: &Property, side: Side) -> Result<(), Fault> {
    let (place, value) = property.value();
    let (word, offered) = match value.split_once('|') {
        Some((word, "draw")) => (word, true),
        Some((word, other)) => {
            return Err(Fault::expected(place + word.len() + 1, "draw after the |", other));
        }
        None => (value, false),
    };
    let token = token::token(word, place)?;
    let at: At =
        builder.play_property(builder.last, token, property, side, NAMES[side.other().index()])?;
    if offered && at != builder.last {
        builder.add_comment(at, DRAW_OFFERED);
    }
    builder.last = at;
    Ok(())
}

fn side(property: &str) -> Option<Side> {
    match property {
        "b" | "B" => Some(Side::Vertical),
        "r" | "R" | "w" | "W" => Some(Side::Horizontal),
        _ => None,
    }
}

fn other_property(builder: &mut Builder, property: &Property, in_root: bool) -> Result<(), Fault> {
    let at = builder.last;
    if is_setup(property) {
        let expected = "moves from an empty board, without set-up pegs";
        return Err(Fault::expected(property.at, expected, &property.name));
    }
    match &*property.name {
        "C" | "N" | "GC" => {
            property.values.iter().for_each(|(_, comment)| builder.add_comment(at, comment));
        }
        name if name.len() == 1 => {
            return Err(Fault::expected(property.at, "a move b[...] or r[...]", name));
        }
        // [`Game::extra`] preserves properties of the root.
        _ if in_root => {}
        name => {
            let values = property.values.iter().map(|(_, value)| format!("[{value}]"));
            builder.add_comment(at, &format!("{name}{}", values.collect::<String>()));
        }
    }
    Ok(())
}

/// Returns the ending in `RE` and its byte offset.
fn result(root: &RawNode) -> Result<Option<(Ending, usize)>, Fault> {
    let Some((place, value)) = root.value("RE") else { return Ok(None) };
    let winner = match value.trim().to_ascii_uppercase().as_str() {
        "" | "?" => return Ok(None),
        "B" | "B+" => Some(Side::Vertical),
        "W" | "W+" | "R" | "R+" => Some(Side::Horizontal),
        "0" | "D" | "DRAW" => None,
        _ => return Err(Fault::expected(place, "a result: B, W, Draw or ?", value)),
    };
    Ok(Some((Ending { winner, reason: Reason::Unknown }, place)))
}

/// Returns whether a property of the first node is interpreted, or irrelevant to the game.
fn is_read(property: &Property) -> bool {
    const KNOWN: [&str; 11] = ["FF", "GM", "EV", "PB", "PW", "SZ", "RU", "RE", "C", "N", "GC"];
    match &*property.name {
        "SO" => property.value().1.starts_with(SOURCE),
        name => KNOWN.contains(&name) || side(name).is_some(),
    }
}

pub(crate) fn write(game: &Game) -> String {
    let mut text = String::from("(;FF[4]");
    push(&mut text, "EV", game.event.as_deref().unwrap_or("null"));
    let [first, second] = &game.players;
    for (name, player) in [("PB", first), ("PW", second)] {
        push(&mut text, name, player.as_deref().unwrap_or(""));
    }
    push(&mut text, "SZ", &game.size.get().to_string());
    push(&mut text, "SO", SOURCE);
    let mut position = game.start();
    for node in game.main_line() {
        write_node(&mut text, &node, &mut position);
    }
    match game.ending {
        Some(Ending { winner: Some(side), reason: Reason::Resign }) => {
            text.push_str(&format!(";{}[resign]", NAMES[side.other().index()]));
        }
        Some(Ending { winner: None, reason: Reason::Agreement }) => {
            text.push_str(&format!(";{}[draw]", NAMES[position.to_move().index()]));
        }
        _ => {}
    }
    text.push_str(")\n");
    text
}

fn write_node(text: &mut String, node: &Node, position: &mut Position) {
    let hole = |hole: Hole| [hole.column(), hole.row()].map(|index| char::from(b'a' + index));
    let mut word: String = match &node.ply {
        Ply::Turn(turn) => hole(turn.peg).iter().collect(),
        Ply::Swap => String::from("swap"),
    };
    if node.comment == DRAW_OFFERED {
        word.push_str("|draw");
    }
    text.push(';');
    push(text, NAMES[position.to_move().index()], &word);
    replay(position, &node.ply);
}
