//! Smart Game Format, game 21, as described at red-bean.com/sgf.
//!
//! - White moves first and connects top and bottom; a hole is a letter and a number. If black moves first,
//!   the reader reflects the board across the main diagonal and adds a note
//!   ([`Game::notes`](crate::Game::notes)).
//! - `SZ[24]` or `SZ[columns:rows]`; the default is 24. `RU[STD]`, the default, is the classic game, as are
//!   `RU[Standard]` and `RU[Classic]`; under `RU[PP]` own links may cross. `RU[3M]`, the boxed game's rules, is read as
//!   classic and keeps its name. Unknown names are read as no name, with a note.
//! - SGF has no property for the swap rule; this crate writes its own, `SWAP[mirror]`, `SWAP[sides]` or
//!   `SWAP[none]`. Without it the colour of the move after a swap decides: white (the first player) after a
//!   mirroring swap, black after a swap of sides. Without such a move, the caller's swap rule applies, or else
//!   the usual one: sides for STD and 3M, mirror for PP.
//! - `PW` moves first and `PB` second, even after a swap of sides.
//! - A turn with link changes is written as on the gamerz server, `W[j12-i12/k11+h11/j12]`, which other
//!   programs may not read. The notation by midpoints (`-i5'/h'6k6`) is read but not written: it cannot
//!   express a turn with fewer links than possible.
//! - The writer states a resignation in `RE` (`W+R`). The reader also accepts `W[resign]` and `W[draw]`; in a
//!   variation they become comments.
//! - Without `GM`, moves of two letters are rejected, because the file may be a Go game.
//! - Unknown properties of the first node are preserved; those of later nodes are skipped, as are `RE`, `PW` and the like
//!   there. Lower-case letters in names are ignored, as in the first versions of SGF.
//! - The reader skips what is not a game: text before and after it, superfluous brackets, a pass with all that follows,
//!   an empty size, a handicap that the board does not have, a result that it cannot parse or that contradicts the last
//!   move, further values of a property that has one, and properties after the first node.
//!   [`Game::notes`](crate::Game::notes) reports each.
//! - `AR`, `CR`, `TR`, `SQ`, `MA` and `LB` mark holes; `RED` and `BLUE` are this crate's own properties for the colours of
//!   marks.
//! - `AW` and `AB` set up pegs before the first move, in file order, each with all possible links. A node
//!   holds one run of pegs per colour, so alternating runs need several nodes. After a setup, white always
//!   connects top and bottom, `PL` or the first move states the side to move, and there is no swap.

mod marks;
mod midpoints;
pub(crate) mod result;

use crate::assume::Assume;
use crate::builder::{set_up, Builder, Placed};
use crate::ending::Ending;
use crate::error::{quoted, Fault};
use crate::game::{replay, transposed, Game};
use crate::properties::{
    ambiguous, check_game, is_setup, parse, push, push_value, Parsed, Property, RawNode, RawTree,
};
use crate::token::{self, End, Token};
use crate::tree::{At, Node, Tree};
use serde_json::Value;
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Position, Rules, SwapRule};

/// Property name of each side's moves if white moves first.
const LETTERS: [&str; 2] = ["W", "B"];

/// Properties with one value that describe the whole game.
const OF_THE_GAME: [&str; 10] = ["SZ", "RU", "SWAP", "HA", "PW", "PB", "EV", "DT", "PC", "RE"];

/// Properties of the first node that are interpreted or only describe the file.
const KNOWN: [&str; 24] = [
    "AW", "AB", "AE", "FF", "GM", "CA", "AP", "ST", "SZ", "HA", "RU", "SWAP", "PW", "PB", "EV",
    "DT", "PC", "RE", "C", "GC", "N", "PL", "W", "B",
];

pub(crate) fn read(text: &str, assume: &Assume, max_games: usize) -> Result<Vec<Game>, Fault> {
    let Parsed { mut trees, mut notes } = parse(text, max_games)?;
    let properties = trees.iter_mut().flatten().flat_map(|node| &mut node.properties);
    properties.for_each(|property| property.name = significant(&property.name).into());
    let mut games = Vec::new();
    for tree in &trees {
        let mut game = Reading::of(tree, assume)?.game()?;
        game.notes.append(&mut notes);
        games.push(game);
    }
    Ok(games)
}

/// Returns a property's name without lower-case letters, which the first versions of the format ignore: `SiZe` is `SZ`.
/// A name that has only such letters is kept, for errors.
fn significant(name: &str) -> String {
    let upper: String = name.chars().filter(char::is_ascii_uppercase).collect();
    if upper.is_empty() {
        name.to_owned()
    } else {
        upper
    }
}

struct Reading<'a> {
    tree: &'a RawTree<'a>,
    /// Whether black moves first and the board is therefore reflected.
    mirrored: bool,
    builder: Builder,
    notes: Vec<String>,
}

impl<'a> Reading<'a> {
    fn of(tree: &'a RawTree<'a>, assume: &Assume) -> Result<Reading<'a>, Fault> {
        let root = &tree[0];
        check_game(root)?;
        let moves = main_moves(tree);
        let pegs = pegs(&setup_properties(tree))?;
        let is_set_up = !pegs.is_empty();
        let to_move = root.value("PL").map(|(_, side)| match side.trim().starts_with(['B', 'b']) {
            true => Side::Horizontal,
            false => Side::Vertical,
        });
        let first = moves.first().map(|(side, _)| *side);
        // After a setup, the side to move need not be the side that moved first.
        let mirrored = !is_set_up && first.or(to_move) == Some(Side::Horizontal);
        let mut notes = Vec::new();
        let size = root.value("SZ").filter(|(_, value)| !value.trim().is_empty());
        if size.is_none() && root.get("SZ").is_some() {
            notes.push(String::from("the size is empty; read on a 24 x 24 board"));
        }
        let size = size.map(|(at, value)| token::size(value, ':', at)).transpose()?;
        let size = size.unwrap_or(Size::MAX);
        let handicap = i16::from(size.rows()) - i16::from(size.columns());
        if let Some(text) = root.text("HA").filter(|text| text.parse() != Ok(handicap)) {
            notes.push(format!("the handicap {} was skipped; the board is {size}", quoted(&text)));
        }
        for name in OF_THE_GAME {
            let mut values = root.values(name);
            let first = values.next();
            if values.any(|value| Some(value) != first) {
                notes.push(format!("of several values of {name} the first was read"));
            }
        }
        let size = if mirrored { flipped(size) } else { size };
        let linking = linking(root, assume, &mut notes)?;
        let swap = swap(root, &moves, linking, assume)?;
        let mut game =
            Game { extra: root.extra(is_read), ..Game::new(size, Rules { linking, swap }) };
        let players = if mirrored { ["PB", "PW"] } else { ["PW", "PB"] };
        let names = players.into_iter().chain(["EV", "DT", "PC"]);
        game.names_mut().into_iter().zip(names).for_each(|(text, name)| *text = root.text(name));
        if is_set_up {
            set_up(&mut game, &pegs, to_move.or(first))?;
        }
        Ok(Reading { tree, mirrored, builder: Builder::new(game), notes })
    }

    fn game(mut self) -> Result<Game, Fault> {
        // For each node, the last ply on the path from the root to this node, inclusive.
        let mut ends: Vec<At> = Vec::with_capacity(self.tree.len());
        // By node, whether a pass precedes it.
        let mut is_left_out: Vec<bool> = Vec::with_capacity(self.tree.len());
        for node in self.tree {
            let before = node.parent.and_then(|parent| ends[parent]);
            let is_out = node.parent.is_some_and(|parent| is_left_out[parent]) || is_pass(node);
            ends.push(if is_out { before } else { self.node(node, before)? });
            is_left_out.push(is_out);
        }
        self.note_left_out(&is_left_out);
        let stated = self.result();
        let mut game = self.builder.finish(stated)?;
        game.notes = self.notes;
        if self.mirrored {
            game.note_transposed("black", "exchange W and B in the names of its properties");
        }
        Ok(game)
    }

    /// Notes what the game does not have: passes with all that follows, and unknown properties of later nodes.
    fn note_left_out(&mut self, is_left_out: &[bool]) {
        let has_move = |node: &&RawNode| node.properties.iter().any(|p| colour(&p.name).is_some());
        let nodes = || self.tree.iter().zip(is_left_out);
        let moves = nodes().filter(|(node, is_out)| **is_out && has_move(node) && !is_pass(node));
        let moves = moves.count();
        if nodes().any(|(_, is_out)| *is_out) {
            self.notes.push(match moves {
                0 => String::from("a pass, which Twixt does not have, was skipped"),
                1 => String::from("a pass, which Twixt does not have, and the move after it were skipped"),
                _ => format!("a pass, which Twixt does not have, and the {moves} moves after it were skipped"),
            });
        }
        let later = self.tree.iter().skip(1).flat_map(|node| &node.properties);
        let mut names = later.map(|property| &*property.name);
        if let Some(name) = names.find(|name| !is_known(name) || OF_THE_GAME.contains(name)) {
            let note = "properties after the first node were skipped, such as";
            self.notes.push(format!("{note} {name}"));
        }
    }

    /// Reads a node after `at`; returns its last ply, or `at` if it has none.
    fn node(&mut self, node: &RawNode, mut at: At) -> Result<At, Fault> {
        let setup = node.properties.iter().find(|property| is_setup(property));
        let may_set_up = node.is_main && at.is_none() && self.builder.ended.is_none();
        if let Some(setup) = setup.filter(|_| !may_set_up) {
            let expected = "set-up pegs before the first move only";
            return Err(Fault::expected(setup.at, expected, &setup.name));
        }
        for property in &node.properties {
            let Some(colour) = colour(&property.name) else {
                if let "w" | "b" | "r" = &*property.name {
                    let expected = "a move W[...] or B[...]";
                    return Err(Fault::expected(property.at, expected, &property.name));
                }
                continue;
            };
            let side = if self.mirrored { !colour } else { colour };
            if node.is_main {
                self.builder.check_not_ended()?;
            }
            match self.token(property, at)? {
                Token::End(End::Resign) if !node.is_main => {
                    self.builder.add_comment(
                        at,
                        &format!("{} resigns.", ["White", "Black"][colour.index()]),
                    );
                }
                Token::End(End::Draw) if !node.is_main => self.builder.add_comment(at, "Draw."),
                token => {
                    let other = LETTERS[colour.other().index()];
                    at = self.builder.play_property(at, token, property, side, other)?;
                }
            }
        }
        for comment in ["GC", "N", "C"].into_iter().flat_map(|name| node.values(name)) {
            self.builder.add_comment(at, comment);
        }
        for mark in marks::read(node) {
            self.builder.set_mark(at, if self.mirrored { mark.transposed() } else { mark });
        }
        Ok(at)
    }

    fn token(&mut self, property: &Property, at: At) -> Result<Token, Fault> {
        let (place, value) = property.value();
        let word = value.trim();
        let place = place + (value.len() - value.trim_start().len());
        if midpoints::is_likely(word) {
            let position = self.builder.position(at);
            return midpoints::turn(word, place, position, self.mirrored).map(Token::Ply);
        }
        if self.tree[0].get("GM").is_none() && token::letters(word).is_some() {
            return Err(ambiguous(property));
        }
        Ok(match token::token(word, place)? {
            Token::Ply(ply) if self.mirrored => Token::Ply(transposed(&ply)),
            token => token,
        })
    }

    fn result(&mut self) -> Option<(Ending, usize)> {
        let (place, value) = self.tree[0].value("RE")?;
        let stated = result::read(value).unwrap_or_else(|| {
            self.notes.push(format!("the result {} was skipped", quoted(value)));
            None
        });
        let stated = if self.mirrored { stated.map(Ending::transposed) } else { stated };
        let stated = stated?;
        if self.builder.ended.is_some_and(|(played, _)| played.winner != stated.winner) {
            let note = "contradicts the last move and was skipped";
            self.notes.push(format!("the result {} {note}", quoted(value)));
            return None;
        }
        Some((stated, place))
    }
}

/// Returns whether a node has an empty move.
fn is_pass(node: &RawNode) -> bool {
    let mut moves = node.properties.iter().filter(|property| colour(&property.name).is_some());
    moves.any(|property| property.value().1.trim().is_empty())
}

fn colour(name: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| LETTERS[side.index()] == name)
}

fn main_moves<'a>(tree: &'a RawTree) -> Vec<(Side, &'a str)> {
    let main_line = tree.iter().filter(|node| node.is_main);
    let moves = main_line.flat_map(|node| &node.properties).filter_map(|property| {
        let side = colour(&property.name)?;
        Some((side, property.value().1))
    });
    moves.take(3).collect()
}

/// Returns the properties that may set up pegs: those of the main line up to the first node with a move.
fn setup_properties<'a>(tree: &'a RawTree) -> Vec<&'a Property<'a>> {
    let moves = |node: &&RawNode| node.properties.iter().any(|p| colour(&p.name).is_some());
    let mut has_moved = false;
    let main_line = tree.iter().filter(|node| node.is_main);
    let head = main_line.take_while(|node| !std::mem::replace(&mut has_moved, moves(node)));
    head.flat_map(|node| &node.properties).collect()
}

fn pegs(properties: &[&Property]) -> Result<Vec<Placed>, Fault> {
    let mut pegs = Vec::new();
    for property in properties {
        let side = match &*property.name {
            "AW" => Side::Vertical,
            "AB" => Side::Horizontal,
            // Empties holes; some programs write all holes of the board.
            "AE" => {
                for (at, value) in &property.values {
                    let hole = token::hole(value.trim(), *at)?;
                    pegs.retain(|&(_, peg, _)| peg != hole);
                }
                continue;
            }
            name if is_setup(property) => {
                let expected = "AW[...], AB[...] or AE[...] to set up pegs";
                return Err(Fault::expected(property.at, expected, name));
            }
            _ => continue,
        };
        for (at, value) in &property.values {
            pegs.push((side, token::hole(value.trim(), *at)?, *at));
        }
    }
    Ok(pegs)
}

fn flipped(size: Size) -> Size {
    Size::rectangle(size.rows(), size.columns()).unwrap_or(size)
}

fn linking(root: &RawNode, assume: &Assume, notes: &mut Vec<String>) -> Result<Linking, Fault> {
    let (place, value) = root.value("RU").unwrap_or_default();
    // Also `Twixt PP` and `TwixtPP`, but not `no PP`.
    let is_pp = |name: &str| {
        let words = name.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
        let before = std::iter::once("").chain(words.clone());
        let is_not = |word: &str| ["NO", "NOT", "NON", "WITHOUT"].contains(&word);
        words.zip(before).any(|(word, before)| word.ends_with("PP") && !is_not(before))
    };
    match &*value.trim().to_ascii_uppercase() {
        "" => assume.linking(None, Linking::Standard),
        "STD" | "STANDARD" | "CLASSIC" | "3M" => {
            assume.linking(Some((Linking::Standard, place)), Linking::Standard)
        }
        name if is_pp(name) => assume.linking(Some((Linking::Pp, place)), Linking::Pp),
        _ => {
            let linking = assume.linking(None, Linking::Standard)?;
            notes.push(format!("the rules {} are unknown; read as {linking}", quoted(value)));
            Ok(linking)
        }
    }
}

/// Returns the swap rule that the file states or its first moves imply.
fn swap(
    root: &RawNode,
    moves: &[(Side, &str)],
    linking: Linking,
    assume: &Assume,
) -> Result<SwapRule, Fault> {
    if let Some((at, value)) = root.value("SWAP") {
        return token::parse(&value.trim().to_ascii_lowercase(), value, at);
    }
    let swapped = moves.get(1).is_some_and(|(_, value)| value.trim().eq_ignore_ascii_case("swap"));
    Ok(match (swapped, moves.get(2)) {
        (false, _) => assume.swap(linking),
        (true, Some((side, _))) if *side == moves[1].0 => SwapRule::Sides,
        (true, Some(_)) => SwapRule::Mirror,
        (true, None) => {
            let requested = assume.swap.filter(|&rule| rule != SwapRule::None);
            requested.unwrap_or(Rules::usual(linking).swap)
        }
    })
}

/// Returns whether a property of the first node is fully interpreted. Rule sets other than the classic ones and PP are
/// not, so [`Game::extra`] keeps their names.
fn is_read(property: &Property) -> bool {
    let is = |name: &str| property.value().1.trim().eq_ignore_ascii_case(name);
    match &*property.name {
        "RU" => ["", "STD", "STANDARD", "CLASSIC", "PP"].into_iter().any(is),
        name => is_known(name),
    }
}

fn is_known(name: &str) -> bool {
    KNOWN.contains(&name) || marks::NAMES.contains(&name)
}

pub(crate) fn write(game: &Game) -> String {
    let mut text = String::from("(;FF[4]GM[21]CA[UTF-8]");
    let (columns, rows) = (game.size.columns(), game.size.rows());
    if game.size.is_square() {
        push(&mut text, "SZ", &columns.to_string());
    } else {
        push(&mut text, "SZ", &format!("{columns}:{rows}"));
        push(&mut text, "HA", &(i16::from(rows) - i16::from(columns)).to_string());
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
        push(&mut text, "RE", &result::write(ending));
    }
    if !game.comment.is_empty() {
        push(&mut text, "C", &game.comment);
    }
    marks::write(&mut text, &game.marks);
    for (name, values) in properties(game) {
        text.push_str(name);
        values.iter().for_each(|value| push_value(&mut text, value));
    }
    write_setup(&mut text, game);
    write_tree(&mut text, &game.plies, game.start());
    text.push_str(")\n");
    text
}

fn write_setup(text: &mut String, game: &Game) {
    let Some(setup) = &game.setup else { return };
    push(text, "PL", LETTERS[setup.start().to_move().index()]);
    let (mut last, mut runs) = (None, 0);
    for (side, hole) in setup.pegs() {
        if last.replace(side) != Some(side) {
            if runs == 2 {
                text.push_str("\n;");
                runs = 0;
            }
            text.push('A');
            text.push_str(LETTERS[side.index()]);
            runs += 1;
        }
        push_value(text, &hole.to_string().to_lowercase());
    }
}

fn properties(game: &Game) -> impl Iterator<Item = (&str, Vec<&str>)> {
    game.extra.iter().filter_map(|(name, value)| Some((name.as_str(), texts(name, value)?)))
}

fn texts<'a>(name: &str, value: &'a Value) -> Option<Vec<&'a str>> {
    let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
    if !is_name || is_known(name) {
        return None;
    }
    let texts: Option<Vec<&str>> = value.as_array()?.iter().map(Value::as_str).collect();
    texts.filter(|texts| !texts.is_empty())
}

/// Returns the rule set's name. Preserves 3M, but not unknown names, which imply no linking rule.
fn rule_set(game: &Game) -> String {
    let kept = game.extra.get("RU").and_then(|value| value.get(0)?.as_str());
    match (game.rules.linking, kept) {
        (Linking::Standard, Some(name)) if name.eq_ignore_ascii_case("3m") => name.to_owned(),
        (Linking::Standard, _) => String::from("STD"),
        (Linking::Pp, _) => String::from("PP"),
    }
}

/// Writes the tree, with brackets around lines that have siblings. The function does not recurse, because
/// variations may be nested as deeply as a game is long.
fn write_tree(text: &mut String, tree: &Tree, start: Position) {
    const PLIES_PER_LINE: usize = 10;
    // Positions from the start to the current ply, and the depths of the open brackets.
    let (mut line, mut open) = (vec![start], Vec::new());
    for node in tree.nodes() {
        let number = node.number();
        while open.pop_if(|opened| *opened >= number).is_some() {
            text.push(')');
        }
        if tree.after(tree.parent(node.index)).nth(1).is_some() {
            text.push_str("\n(");
            open.push(number);
        } else if number % PLIES_PER_LINE == 1 {
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
    push(text, LETTERS[position.to_move().index()], &node.ply.to_string().to_lowercase());
    if !node.comment.is_empty() {
        push(text, "C", node.comment);
    }
    marks::write(text, node.marks);
    replay(position, &node.ply);
}
