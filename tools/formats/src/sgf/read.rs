use super::{centres, KNOWN};
use crate::assume::Assume;
use crate::builder::Builder;
use crate::ending::{Ending, Reason};
use crate::fault::Fault;
use crate::game::{transposed, Game};
use crate::games;
use crate::properties::{check_game, is_setup, parse, Property, RawNode, RawTree};
use crate::setup::{self, Setup};
use crate::token::{self, Token};
use crate::tree::At;
use crate::words::usual_swap;
use serde_json::Value;
use std::collections::BTreeMap;
use twixt::geometry::{Side, Size};
use twixt::rules::{Linking, Rules, SwapRule};

/// Reads all games of a text, so many at most.
pub(crate) fn read(text: &str, assume: &Assume, most: usize) -> Result<Vec<Game>, Fault> {
    parse(text, most)?.iter().map(|tree| Reading::of(tree, assume)?.game()).collect()
}

/// A game half read.
struct Reading<'a> {
    raw: &'a RawTree<'a>,
    /// Whether the first node says by its `GM` which game it is.
    is_numbered: bool,
    /// Whether black opens, so that everything has to be mirrored.
    mirrored: bool,
    /// The board as it is kept, mirrored if need be.
    size: Size,
    rules: Rules,
    setup: Option<Setup>,
    /// The last node in which pegs may be set up.
    last_setup: Option<usize>,
    tree: Builder,
    /// What is known of every node that was read.
    seen: Vec<Seen>,
    /// How the moves say that the game ended, and where.
    ended: Option<(Ending, usize)>,
}

/// A node that was read, in twelve bytes.
struct Seen {
    /// The number of the ply that it plays or stands at, and one; 0 at the start.
    at: u32,
    /// How many moves lead to it, those that end the game included.
    number: u32,
    /// Whether it is of the main line.
    main: bool,
    /// Whether another node follows it that is.
    followed: bool,
}

impl<'t> Reading<'t> {
    fn of(tree: &'t RawTree<'t>, assume: &Assume) -> Result<Reading<'t>, Fault> {
        let root = &tree.node(0);
        check_game(root)?;
        let moves = main_moves(tree);
        let turn = root.get("PL").map(|property| property.value().1.trim().to_ascii_uppercase());
        let head = setup_nodes(tree);
        let is_set_up = head.iter().any(|&index| tree.node(index).properties.iter().any(is_setup));
        let black = turn.as_ref().map(|turn| turn.starts_with('B'));
        // Who plays next in a position tells nothing of who opened.
        let mirrored = !is_set_up
            && match moves.first() {
                Some((side, _)) => *side == Side::Horizontal,
                None => black.unwrap_or(false),
            };
        let size = board(root)?;
        let size = if mirrored { flipped(size) } else { size };
        let linking = linking(root, assume)?;
        let swap = swap(root, &moves, linking, assume)?;
        let mut rules = Rules { linking, swap };
        let mut setup = None;
        if is_set_up {
            rules.swap = SwapRule::None;
            let told = black.map(|black| if black { Side::Horizontal } else { Side::Vertical });
            let to_move = told.or(moves.first().map(|(side, _)| *side));
            let pegs = set_up(tree, &head)?;
            setup = Some(setup::placed(size, linking, &pegs, to_move)?);
        }
        let tree_of_plies = match &setup {
            Some(setup) => Builder::at(setup.start().clone()),
            None => Builder::new(size, rules),
        };
        let seen = Vec::with_capacity(tree.len());
        Ok(Reading {
            raw: tree,
            setup,
            last_setup: head.last().copied(),
            is_numbered: root.get("GM").is_some(),
            mirrored,
            size,
            rules,
            tree: tree_of_plies,
            seen,
            ended: None,
        })
    }

    fn game(mut self) -> Result<Game, Fault> {
        let root = &self.raw.node(0);
        if let Some(comment) = root.get("GC") {
            self.tree.say(None, comment.value().1);
        }
        for index in 0..self.raw.len() {
            let (at, number, main) = match self.raw.parent(index) {
                None => (None, 0, true),
                Some(parent) => {
                    let parent = &mut self.seen[parent];
                    let first = !std::mem::replace(&mut parent.followed, true);
                    let at = (parent.at as usize).checked_sub(1);
                    (at, parent.number as usize, parent.main && first)
                }
            };
            let may_set_up = main && self.last_setup.is_some_and(|last| index <= last);
            let (at, number) = self.node(&self.raw.node(index), at, number, main, may_set_up)?;
            let at = at.map_or(0, |at| at as u32 + 1);
            self.seen.push(Seen { at, number: number as u32, main, followed: false });
        }
        self.seen = Vec::new();
        let end = self.tree.main_end();
        let (told, place) = self.result(root)?;
        let ending = Ending::settle(told, self.tree.position(end))
            .map_err(|error| Fault::new(place, error))?;
        let players = if self.mirrored { ["PB", "PW"] } else { ["PW", "PB"] };
        let game = Game {
            players: players.map(|name| root.text(name)),
            event: root.text("EV"),
            date: root.text("DT"),
            place: root.text("PC"),
            ending,
            setup: self.setup,
            extra: extra(root),
            ..Game::new(self.size, self.rules)
        };
        let (comment, plies) = self.tree.finish();
        let mut game = Game { comment, plies, ..game };
        if self.mirrored {
            game.note_transposed("black", "exchange W and B in the names of its properties");
        }
        Ok(game)
    }

    /// Takes in a node; the ply that it stands at in the end, and how many have been played.
    fn node(
        &mut self,
        node: &RawNode,
        mut at: At,
        mut number: usize,
        main: bool,
        may_set_up: bool,
    ) -> Result<(At, usize), Fault> {
        let setup = node.properties.iter().find(|property| is_setup(property));
        if let Some(setup) = setup.filter(|_| !may_set_up) {
            let expected = "pegs to be set up before the first move and nowhere else";
            return Err(Fault::expected(setup.at, expected, &setup.name));
        }
        for property in &node.properties {
            let Some(colour) = colour(&property.name) else {
                if let "w" | "b" | "r" = property.name.as_str() {
                    let expected = "a move as W[...] or B[...]";
                    return Err(Fault::expected(property.at, expected, &property.name));
                }
                continue;
            };
            let side = if self.mirrored { !colour } else { colour };
            if let (true, Some((_, place))) = (main, self.ended) {
                return Err(Fault::new(
                    place,
                    "expected this to be the game's last move, but another follows",
                ));
            }
            number += 1;
            match self.token(property, at)? {
                Token::Ply(ply) => {
                    let place = property.value().0;
                    let to_move = self.tree.position(at).to_move();
                    if to_move != side {
                        let names = [&property.name, other(&property.name)];
                        let expected = format!("{}, who is to move", names[1]);
                        return Err(Fault::expected(property.at, &expected, names[0]));
                    }
                    at = Some(token::add(&mut self.tree, at, ply, number, place)?);
                }
                end if main => {
                    let ending = match end {
                        Token::Resign => Ending::won(!side, Reason::Resign),
                        _ => Ending::drawn(Reason::Agreement),
                    };
                    self.ended = Some((ending, property.at));
                }
                Token::Resign => self.tree.say(at, &format!("{} resigns.", name_of(colour))),
                _ => self.tree.say(at, "Draw."),
            }
        }
        for comment in ["N", "C"].into_iter().filter_map(|name| node.get(name)) {
            self.tree.say(at, comment.value().1);
        }
        Ok((at, number))
    }

    fn token(&mut self, property: &Property, at: At) -> Result<Token, Fault> {
        let (place, value) = property.value();
        let word = value.trim();
        let place = place + (value.len() - value.trim_start().len());
        if centres::is_likely(word) {
            let position = self.tree.position(at);
            return centres::turn(word, place, position, self.mirrored).map(Token::Ply);
        }
        if !self.is_numbered && token::letters(word).is_some() {
            return Err(games::untold(property.at, &property.name, word));
        }
        Ok(match token::token(word, place)? {
            Token::Ply(ply) if self.mirrored => Token::Ply(transposed(&ply)),
            token => token,
        })
    }

    /// How the game ended, by its `RE` or by its moves, and where that stands.
    fn result(&self, root: &RawNode) -> Result<(Option<Ending>, usize), Fault> {
        let Some(property) = root.get("RE") else {
            return Ok(self.ended.map_or((None, 0), |(ending, place)| (Some(ending), place)));
        };
        let (place, value) = property.value();
        let told = ending(value.trim(), place)?;
        let told = if self.mirrored { told.map(Ending::transposed) } else { told };
        // `RE` may leave out what the moves tell.
        let by_moves = self.ended.map(|(ending, _)| ending);
        match (told, by_moves) {
            (Some(Ending { winner, reason: Reason::Unknown }), Some(ending))
                if winner == ending.winner =>
            {
                Ok((Some(ending), place))
            }
            _ => Ok((told.or(by_moves), place)),
        }
    }
}

/// The side of a property that is a move in a file in which white opens.
fn colour(name: &str) -> Option<Side> {
    match name {
        "W" => Some(Side::Vertical),
        "B" => Some(Side::Horizontal),
        _ => None,
    }
}

fn other(name: &str) -> &'static str {
    if name == "W" {
        "B"
    } else {
        "W"
    }
}

fn name_of(colour: Side) -> &'static str {
    match colour {
        Side::Vertical => "White",
        Side::Horizontal => "Black",
    }
}

/// Colours and values of the main line's first moves.
fn main_moves(tree: &RawTree) -> Vec<(Side, String)> {
    let mut moves = Vec::new();
    let mut last = 0;
    for index in 0..tree.len() {
        if index > 0 && tree.parent(index) != Some(last) {
            continue;
        }
        last = index;
        for property in &tree.node(index).properties {
            let value = || property.value().1.to_owned();
            moves.extend(colour(&property.name).map(|side| (side, value())));
        }
        if moves.len() >= 3 {
            break;
        }
    }
    moves.truncate(3);
    moves
}

/// The nodes of the main line up to the first that moves, that one too: pegs may be set up in them.
fn setup_nodes(tree: &RawTree) -> Vec<usize> {
    let moves = |index: usize| {
        tree.node(index).properties.iter().any(|property| colour(&property.name).is_some())
    };
    let mut head = vec![0];
    let mut moved = moves(0);
    for index in 1..tree.len() {
        if moved {
            break;
        }
        if tree.parent(index) == head.last().copied() {
            head.push(index);
            moved = moves(index);
        }
    }
    head
}

/// The pegs that these nodes set up, in their order.
fn set_up(tree: &RawTree, head: &[usize]) -> Result<Vec<setup::Placed>, Fault> {
    let mut pegs = Vec::new();
    for property in head.iter().flat_map(|&index| tree.node(index).properties) {
        let side = match property.name.as_str() {
            "AW" => Side::Vertical,
            "AB" => Side::Horizontal,
            name if is_setup(&property) => {
                let expected = "AW[...] or AB[...] to set up pegs: none is there to be taken away";
                return Err(Fault::expected(property.at, expected, name));
            }
            _ => continue,
        };
        for (at, value) in &property.values {
            pegs.push((side, setup::hole(value.trim(), *at)?, *at));
        }
    }
    Ok(pegs)
}

fn flipped(size: Size) -> Size {
    Size::rectangle(size.rows(), size.columns()).unwrap_or(size)
}

fn board(root: &RawNode) -> Result<Size, Fault> {
    let Some((at, value)) = root.get("SZ").map(Property::value) else { return Ok(Size::MAX) };
    let (columns, rows) = value.split_once(':').unwrap_or((value, value));
    let size = columns.trim().parse().ok().zip(rows.trim().parse().ok());
    size.and_then(|(columns, rows)| Size::rectangle(columns, rows))
        .ok_or_else(|| Fault::expected(at, "a board size from 5 to 24, or such as 22:24", value))
}

fn linking(root: &RawNode, assume: &Assume) -> Result<Linking, Fault> {
    let place = root.get("RU").map_or(0, |property| property.value().0);
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
    moves: &[(Side, String)],
    linking: Linking,
    assume: &Assume,
) -> Result<SwapRule, Fault> {
    if let Some((at, value)) = root.get("SWAP").map(Property::value) {
        let named = value.trim().to_ascii_lowercase().parse();
        return named.map_err(|error| Fault::new(at, format!("{error}, found {value:?}")));
    }
    let swapped = moves.get(1).is_some_and(|(_, value)| value.trim().eq_ignore_ascii_case("swap"));
    Ok(match (swapped, moves.get(2)) {
        (false, _) => assume.swap(linking),
        (true, Some((side, _))) if *side == moves[1].0 => SwapRule::Sides,
        (true, Some(_)) => SwapRule::Mirror,
        (true, None) => {
            let asked = assume.swap.filter(|&rule| rule != SwapRule::None);
            asked.unwrap_or(usual_swap(linking))
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

/// The properties that nothing here reads, and a rule set's name that is more than ours.
fn extra(root: &RawNode) -> BTreeMap<String, Value> {
    let names = ["", "STD", "PP"];
    let usual = |property: &Property| {
        let name = property.value().1.trim();
        names.iter().any(|usual| name.eq_ignore_ascii_case(usual))
    };
    let unread = |property: &&Property| match property.name.as_str() {
        "RU" => !usual(property),
        name => !KNOWN.contains(&name),
    };
    let texts = |property: &Property| {
        property.values.iter().map(|(_, text)| Value::from(text.as_str())).collect()
    };
    let read = root.properties.iter().filter(unread);
    read.map(|property| (property.name.clone(), Value::Array(texts(property)))).collect()
}
