//! Files of littlegolem.net, `.tsgf`: a line of nodes with properties, and no variations.
//!
//! - `PB` opens, moves as `b` and joins top and bottom; `PW` answers as `r`. A hole is two letters,
//!   column and row. Copies with capitals, `B` and `W` or `R`, are read as well if `EV[twixt...]` says
//!   that Twixt is played: the server's other games look just so. Those are refused by name.
//! - The rules are always those of Twixt PP, and a swap mirrors the peg, as in the arena.
//! - `r[resign]` and `r[draw]` end a game; `r[qi|draw]` offers a draw with a move, which is kept as
//!   the comment [`DRAW_OFFERED`]. There is no other result: a chain is seen on the board, and a
//!   lapse of time not at all, unless somebody has added `RE[B]` or `RE[W]`.
//! - Comments are kept, and so are, as comments, properties of later nodes that mean nothing here.

use crate::assume::Assume;
use crate::builder::Builder;
use crate::ending::{Ending, Reason};
use crate::error::Fault;
use crate::game::{replay, Game};
use crate::games;
use crate::properties::{check_game, is_setup, parse, push, Property, RawNode, RawTree};
use crate::token;
use crate::tree::{At, Node};
use twixt::geometry::{Hole, Side, Size};
use twixt::rules::{Ply, Position, Rules};

/// The comment that stands for an offer of a draw.
const DRAW_OFFERED: &str = "Draw offered.";

/// By side, the name of its moves.
const NAMES: [&str; 2] = ["b", "r"];

const SOURCE: &str = "https://www.littlegolem.net";

/// Whether a text that starts with a bracket has this format rather than SGF.
pub(crate) fn is_likely(text: &str) -> bool {
    let game_21 = || text.to_ascii_uppercase().contains("GM[21]");
    let signs = [";b[", ";r[", "EV[twixt", "littlegolem"];
    signs.iter().any(|sign| text.contains(sign)) && !game_21()
}

/// Reads all games of a text, so many at most.
pub(crate) fn read(text: &str, assume: &Assume, most: usize) -> Result<Vec<Game>, Fault> {
    // The server's rules are always the same, so that the whole text tells them.
    let usual = Rules::ARENA.linking;
    assume.linking(Some((usual, 0)), usual)?;
    parse(text, most)?.iter().map(game).collect()
}

fn game(tree: &RawTree) -> Result<Game, Fault> {
    let root = &tree[0];
    check_game(root)?;
    let says_twixt = root.get("EV").is_some_and(|event| games::is_twixt(event.value().1));
    let is_twixt = says_twixt || root.get("GM").is_some();
    let size = root.value("SZ").map(|(at, value)| token::edge(value.trim(), at)).transpose()?;
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
            return Err(Fault::new(place, "expected one line of moves, found a variation"));
        }
        for property in &node.properties {
            let Some(side) = side(property.name) else {
                other_property(&mut builder, property, index == 0)?;
                continue;
            };
            if !is_twixt && property.name.bytes().all(|letter| letter.is_ascii_uppercase()) {
                return Err(games::untold(property.at, property.name, property.value().1));
            }
            builder.check_open()?;
            play(&mut builder, property, side)?;
        }
    }
    let told = result(root, builder.ended.map(|(ending, _)| ending))?;
    builder.finish(told)
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
        builder.say(at, DRAW_OFFERED);
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

/// Reads a property that is no move.
fn other_property(tree: &mut Builder, property: &Property, in_root: bool) -> Result<(), Fault> {
    let at = tree.last;
    if is_setup(property) {
        let expected = "moves from an empty board: set-up pegs can't be kept";
        return Err(Fault::expected(property.at, expected, property.name));
    }
    match property.name {
        "C" | "N" => tree.say(at, property.value().1),
        "GC" if in_root => tree.say(at, property.value().1),
        name if name.len() == 1 => {
            return Err(Fault::expected(property.at, "a move as b[...] or r[...]", name));
        }
        // The root's are of the whole game and kept with it.
        _ if in_root => {}
        name => {
            let values = property.values.iter().map(|(_, value)| format!("[{value}]"));
            tree.say(at, &format!("{name}{}", values.collect::<String>()));
        }
    }
    Ok(())
}

/// How the game ended according to `RE`, and where that is; `None` if the moves show it as well.
fn result(root: &RawNode, moved: Option<Ending>) -> Result<Option<(Ending, usize)>, Fault> {
    let Some((place, value)) = root.value("RE") else { return Ok(None) };
    let winner = match value.trim().to_ascii_uppercase().as_str() {
        "" | "?" => return Ok(None),
        "B" | "B+" => Some(Side::Vertical),
        "W" | "W+" | "R" | "R+" => Some(Side::Horizontal),
        "0" | "D" | "DRAW" => None,
        _ => return Err(Fault::expected(place, "a result: B, W, Draw or ?", value)),
    };
    match moved {
        Some(ending) if ending.winner != winner => {
            let told = winner.map_or_else(|| String::from("a draw"), |side| side.to_string());
            let why = format!("the result is {told}, but by the moves it is {ending}");
            Err(Fault::new(place, why))
        }
        Some(_) => Ok(None),
        None => Ok(Some((Ending { winner, reason: Reason::Unknown }, place))),
    }
}

/// Whether a property of the first node is understood, or says nothing of the game.
fn is_read(property: &Property) -> bool {
    const KNOWN: [&str; 11] = ["FF", "GM", "EV", "PB", "PW", "SZ", "RU", "RE", "C", "N", "GC"];
    match property.name {
        "SO" => property.value().1.starts_with(SOURCE),
        name => KNOWN.contains(&name) || side(name).is_some(),
    }
}

/// Writes a game that this format can hold.
pub(crate) fn write(game: &Game) -> String {
    let mut text = String::from("(;FF[4]");
    let or_null = |told: &Option<String>| told.clone().unwrap_or_else(|| String::from("null"));
    push(&mut text, "EV", &or_null(&game.event));
    let [opens, answers] = &game.players;
    for (name, player) in [("PB", opens), ("PW", answers)] {
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
