//! The Smart Game Format's game 21, as red-bean.com/sgf describes it.
//!
//! - White opens and joins top and bottom; holes are letter and number. A file in which black opens
//!   is read mirrored on the main diagonal, and [`Game::notes`](crate::Game::notes) says so.
//! - `SZ[24]` or `SZ[columns:rows]`, 24 if it is not told. `RU[STD]`, which is the default, is the
//!   classic game, `RU[PP]` lets own links cross, and `RU[3M]`, whatever it adds for
//!   the boxed game of 3M, is read as the classic one; its name is kept.
//! - How a swap works is not in the format. It is written to a property of our own, `SWAP[mirror]`,
//!   `SWAP[sides]` or `SWAP[none]`. Without it the colour of the third move tells: white's after a
//!   mirrored swap, black's after an exchange of sides. Where the game doesn't tell either, the rule
//!   is the one that the caller requests, or else the usual one: sides with STD and 3M, mirror with PP.
//! - `PW` opens and `PB` answers, even if they exchange sides.
//! - A turn that changes links is written as on the gamerz server, `W[j12-i12/k11+h11/j12]`. Other
//!   programs may expect something else there. Links named by their middles (`-i5'/h'6k6`), as some
//!   players do, are read as well; that way has no turn that makes fewer links than it could, and so
//!   is not written.
//! - Resignations are in `RE` (`W+R`); `W[resign]` and `W[draw]` are read, in a variation as a
//!   comment.
//! - Without `GM` a move of two letters is refused, since it may be one of Go.
//! - Other properties of the first node are kept, those of later nodes let be.
//! - Pegs are set up by `AW` and `AB` before the first move, in their order, each linked to all that it
//!   can; the order of the other colour's pegs that are set up in turns is told by a node for each turn.
//!   White joins top and bottom then, too, and `PL`, or the first move, tells who moves. Nobody may
//!   swap.

mod centres;

use crate::assume::Assume;
use crate::builder::{set_up, Builder, Placed};
use crate::ending::{Ending, Reason};
use crate::error::Fault;
use crate::game::{replay, transposed, Game, Handicap};
use crate::games;
use crate::properties::{
    check_game, is_setup, parse, push, push_value, Property, RawNode, RawTree,
};
use crate::token::{self, End, Token};
use crate::tree::{At, Node, Tree};
use serde_json::Value;
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Position, Rules, SwapRule};

/// By side, the name of its moves in a file in which white opens.
const LETTERS: [&str; 2] = ["W", "B"];

/// The properties of the first node that have a meaning here, or that say only that the text is SGF.
const KNOWN: [&str; 23] = [
    "AW", "AB", "FF", "GM", "CA", "AP", "ST", "SZ", "HA", "RU", "SWAP", "PW", "PB", "EV", "DT",
    "PC", "RE", "C", "GC", "N", "PL", "W", "B",
];

/// Reads all games of a text, so many at most.
pub(crate) fn read(text: &str, assume: &Assume, most: usize) -> Result<Vec<Game>, Fault> {
    parse(text, most)?.iter().map(|tree| Reading::of(tree, assume)?.game()).collect()
}

/// A game half read.
struct Reading<'a> {
    tree: &'a RawTree<'a>,
    /// Whether black opens, so that everything has to be mirrored.
    mirrored: bool,
    builder: Builder,
}

impl<'a> Reading<'a> {
    fn of(tree: &'a RawTree<'a>, assume: &Assume) -> Result<Reading<'a>, Fault> {
        let root = &tree[0];
        check_game(root)?;
        let moves = main_moves(tree);
        let setup = setup_properties(tree);
        let is_set_up = setup.iter().any(|property| is_setup(property));
        let told = root.value("PL").map(|(_, side)| match side.trim().starts_with(['B', 'b']) {
            true => Side::Horizontal,
            false => Side::Vertical,
        });
        let first = moves.first().map(|(side, _)| *side);
        // Who plays next in a position tells nothing of who opened.
        let mirrored = !is_set_up && first.or(told) == Some(Side::Horizontal);
        let size = root.value("SZ").map(|(at, value)| token::size(value, ':', at)).transpose()?;
        let size = size.unwrap_or(Size::MAX);
        let size = if mirrored { flipped(size) } else { size };
        let linking = linking(root, assume)?;
        let swap = swap(root, &moves, linking, assume)?;
        let mut game = Game {
            extra: root.extra(is_read),
            comment: root.value("GC").map_or_else(String::new, |(_, text)| text.to_owned()),
            ..Game::new(size, Rules { linking, swap })
        };
        let players = if mirrored { ["PB", "PW"] } else { ["PW", "PB"] };
        let names = players.into_iter().chain(["EV", "DT", "PC"]);
        game.names_mut().into_iter().zip(names).for_each(|(text, name)| *text = root.text(name));
        if is_set_up {
            set_up(&mut game, &pegs(&setup)?, told.or(first))?;
        }
        Ok(Reading { tree, mirrored, builder: Builder::new(game) })
    }

    fn game(mut self) -> Result<Game, Fault> {
        // For each node, the ply that it plays or that it follows.
        let mut ends: Vec<At> = Vec::with_capacity(self.tree.len());
        for node in self.tree {
            let at = self.node(node, node.parent.and_then(|parent| ends[parent]))?;
            ends.push(at);
        }
        let told = self.result()?;
        let mut game = self.builder.finish(told)?;
        if self.mirrored {
            game.note_transposed("black", "exchange W and B in the names of its properties");
        }
        Ok(game)
    }

    /// Reads a node that follows `at`; returns the ply at which it ends.
    fn node(&mut self, node: &RawNode, mut at: At) -> Result<At, Fault> {
        let setup = node.properties.iter().find(|property| is_setup(property));
        let may_set_up = node.is_main && at.is_none() && self.builder.ended.is_none();
        if let Some(setup) = setup.filter(|_| !may_set_up) {
            let expected = "pegs to be set up before the first move and nowhere else";
            return Err(Fault::expected(setup.at, expected, setup.name));
        }
        for property in &node.properties {
            let Some(colour) = colour(property.name) else {
                if let "w" | "b" | "r" = property.name {
                    let expected = "a move as W[...] or B[...]";
                    return Err(Fault::expected(property.at, expected, property.name));
                }
                continue;
            };
            let side = if self.mirrored { !colour } else { colour };
            if node.is_main {
                self.builder.check_open()?;
            }
            match self.token(property, at)? {
                Token::End(End::Resign) if !node.is_main => {
                    self.builder
                        .say(at, &format!("{} resigns.", ["White", "Black"][colour.index()]));
                }
                Token::End(End::Draw) if !node.is_main => self.builder.say(at, "Draw."),
                token => {
                    let other = LETTERS[colour.other().index()];
                    at = self.builder.play_property(at, token, property, side, other)?;
                }
            }
        }
        for (_, comment) in ["N", "C"].into_iter().filter_map(|name| node.value(name)) {
            self.builder.say(at, comment);
        }
        Ok(at)
    }

    fn token(&mut self, property: &Property, at: At) -> Result<Token, Fault> {
        let (place, value) = property.value();
        let word = value.trim();
        let place = place + (value.len() - value.trim_start().len());
        if centres::is_likely(word) {
            let position = self.builder.position(at);
            return centres::turn(word, place, position, self.mirrored).map(Token::Ply);
        }
        if self.tree[0].get("GM").is_none() && token::letters(word).is_some() {
            return Err(games::untold(property.at, property.name, word));
        }
        Ok(match token::token(word, place)? {
            Token::Ply(ply) if self.mirrored => Token::Ply(transposed(&ply)),
            token => token,
        })
    }

    /// How the game ended according to `RE`, and where that is.
    fn result(&self) -> Result<Option<(Ending, usize)>, Fault> {
        let Some((place, value)) = self.tree[0].value("RE") else { return Ok(None) };
        let told = ending(value.trim(), place)?;
        let told = if self.mirrored { told.map(Ending::transposed) } else { told };
        // `RE` may leave out what the moves tell.
        let moved = self.builder.ended.map(|(ending, _)| ending);
        let more = moved.filter(|moved| {
            told.is_none_or(|told| told == Ending { reason: Reason::Unknown, ..*moved })
        });
        Ok(more.or(told).map(|ending| (ending, place)))
    }
}

/// The side of a property that is a move in a file in which white opens.
fn colour(name: &str) -> Option<Side> {
    Side::ALL.into_iter().find(|side| LETTERS[side.index()] == name)
}

/// Colours and values of the main line's first moves.
fn main_moves<'a>(tree: &'a RawTree) -> Vec<(Side, &'a str)> {
    let main_line = tree.iter().filter(|node| node.is_main);
    let moves = main_line.flat_map(|node| &node.properties).filter_map(|property| {
        let side = colour(property.name)?;
        Some((side, property.value().1))
    });
    moves.take(3).collect()
}

/// The properties of the main line's nodes up to the first that moves, that one too: pegs may be set up
/// in them.
fn setup_properties<'a>(tree: &'a RawTree) -> Vec<&'a Property<'a>> {
    let moves = |node: &&RawNode| node.properties.iter().any(|p| colour(p.name).is_some());
    let mut moved = false;
    let main_line = tree.iter().filter(|node| node.is_main);
    let head = main_line.take_while(|node| !std::mem::replace(&mut moved, moves(node)));
    head.flat_map(|node| &node.properties).collect()
}

/// The pegs that these properties set up, in their order.
fn pegs(properties: &[&Property]) -> Result<Vec<Placed>, Fault> {
    let mut pegs = Vec::new();
    for property in properties {
        let side = match property.name {
            "AW" => Side::Vertical,
            "AB" => Side::Horizontal,
            name if is_setup(property) => {
                let expected = "AW[...] or AB[...] to set up pegs: none is there to be taken away";
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

fn linking(root: &RawNode, assume: &Assume) -> Result<Linking, Fault> {
    let place = root.value("RU").map_or(0, |(place, _)| place);
    match root.text("RU").map(|name| name.to_ascii_uppercase()).as_deref() {
        None => assume.linking(None, Linking::Standard),
        Some("STD" | "3M") => assume.linking(Some((Linking::Standard, place)), Linking::Standard),
        Some("PP") => assume.linking(Some((Linking::Pp, place)), Linking::Pp),
        Some(_) => assume.linking(None, assume.rules.linking),
    }
}

/// The swap rule, as the file tells it or its first moves do.
fn swap(
    root: &RawNode,
    moves: &[(Side, &str)],
    linking: Linking,
    assume: &Assume,
) -> Result<SwapRule, Fault> {
    if let Some((at, value)) = root.value("SWAP") {
        return token::parse(&value.trim().to_ascii_lowercase(), at);
    }
    let swapped = moves.get(1).is_some_and(|(_, value)| value.trim().eq_ignore_ascii_case("swap"));
    Ok(match (swapped, moves.get(2)) {
        (false, _) => assume.swap(linking),
        (true, Some((side, _))) if *side == moves[1].0 => SwapRule::Sides,
        (true, Some(_)) => SwapRule::Mirror,
        (true, None) => {
            let asked = assume.swap.filter(|&rule| rule != SwapRule::None);
            asked.unwrap_or(Rules::usual(linking).swap)
        }
    })
}

/// What a result property says of a game in which white opens.
fn ending(value: &str, at: usize) -> Result<Option<Ending>, Fault> {
    let lower = value.to_ascii_lowercase();
    let (side, reason) = match lower.split_once('+') {
        Some(("w", reason)) => (Side::Vertical, reason),
        Some(("b", reason)) => (Side::Horizontal, reason),
        _ => {
            return match lower.as_str() {
                "" | "?" | "void" => Ok(None),
                "0" | "draw" => Ok(Some(Ending::drawn(Reason::Unknown))),
                _ => {
                    let expected = "a result: W+, B+, W+R (resigned), W+T (time), W+F, Draw or ?";
                    Err(Fault::expected(at, expected, value))
                }
            }
        }
    };
    Ok(Some(Ending::won(
        side,
        match reason {
            "r" | "resign" => Reason::Resign,
            "t" | "time" => Reason::Time,
            "f" | "forfeit" => Reason::Forfeit,
            _ => Reason::Unknown,
        },
    )))
}

/// Whether a property of the first node is understood; the name of a rule set that is more than ours is
/// kept beside it.
fn is_read(property: &Property) -> bool {
    let is = |name: &str| property.value().1.trim().eq_ignore_ascii_case(name);
    match property.name {
        "RU" => ["", "STD", "PP"].into_iter().any(is),
        name => KNOWN.contains(&name),
    }
}

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
    format!("{}+{reason}", LETTERS[winner.index()])
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
    push(text, LETTERS[position.to_move().index()], &node.ply.to_string().to_lowercase());
    if !node.comment.is_empty() {
        push(text, "C", node.comment);
    }
    replay(position, &node.ply);
}
