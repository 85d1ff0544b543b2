use super::{centres, letter, KNOWN};
use crate::assume::Assume;
use crate::builder::{set_up, Builder, Placed};
use crate::ending::{Ending, Reason};
use crate::error::{unread, Fault};
use crate::game::{transposed, Game};
use crate::games;
use crate::properties::{check_game, is_setup, parse, Property, RawNode, RawTree};
use crate::token::{self, End, Token};
use crate::tree::At;
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
    /// The last node in which pegs may be set up.
    last_setup: usize,
    builder: Builder,
    /// State after every node that was read.
    seen: Vec<Seen>,
}

/// A node that was read, in eight bytes.
struct Seen {
    /// The number of the ply that it plays or that it follows, and one; 0 at the start.
    at: u32,
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
        let turn = root.value("PL").map(|(_, side)| side.trim().to_ascii_uppercase());
        let head = setup_nodes(tree);
        let is_set_up = head.iter().any(|&index| tree.node(index).properties.iter().any(is_setup));
        let told = turn.map(|turn| match turn.starts_with('B') {
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
            set_up(&mut game, &pegs(tree, &head)?, told.or(first))?;
        }
        Ok(Reading {
            raw: tree,
            last_setup: head.last().copied().unwrap_or(0),
            is_numbered: root.get("GM").is_some(),
            mirrored,
            builder: Builder::new(game),
            seen: Vec::with_capacity(tree.len()),
        })
    }

    fn game(mut self) -> Result<Game, Fault> {
        for index in 0..self.raw.len() {
            let (at, main) = match self.raw.parent(index) {
                None => (None, true),
                Some(parent) => {
                    let parent = &mut self.seen[parent];
                    let first = !std::mem::replace(&mut parent.followed, true);
                    ((parent.at as usize).checked_sub(1), parent.main && first)
                }
            };
            let may_set_up = main && index <= self.last_setup;
            let at = self.node(&self.raw.node(index), at, main, may_set_up)?;
            let at = at.map_or(0, |at| at as u32 + 1);
            self.seen.push(Seen { at, main, followed: false });
        }
        let told = self.result()?;
        let mut game = self.builder.finish(told)?;
        if self.mirrored {
            game.note_transposed("black", "exchange W and B in the names of its properties");
        }
        Ok(game)
    }

    /// Reads a node that follows `at`; returns the ply at which it ends.
    fn node(
        &mut self,
        node: &RawNode,
        mut at: At,
        main: bool,
        may_set_up: bool,
    ) -> Result<At, Fault> {
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
            if main {
                self.builder.check_open()?;
            }
            match self.token(property, at)? {
                Token::End(End::Resign) if !main => {
                    self.builder.say(at, &format!("{} resigns.", name_of(colour)));
                }
                Token::End(End::Draw) if !main => self.builder.say(at, "Draw."),
                token => {
                    let other = letter(!colour);
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
        if !self.is_numbered && token::letters(word).is_some() {
            return Err(games::untold(property.at, &property.name, word));
        }
        Ok(match token::token(word, place)? {
            Token::Ply(ply) if self.mirrored => Token::Ply(transposed(&ply)),
            token => token,
        })
    }

    /// How the game ended according to `RE`, and where that is.
    fn result(&self) -> Result<Option<(Ending, usize)>, Fault> {
        let root = self.raw.node(0);
        let Some((place, value)) = root.value("RE") else { return Ok(None) };
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
    match name {
        "W" => Some(Side::Vertical),
        "B" => Some(Side::Horizontal),
        _ => None,
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
    let properties = tree.main_line().flat_map(|index| tree.node(index).properties);
    let value = |property: &Property| property.value().1.to_owned();
    let moves = properties.filter_map(|property| Some((colour(&property.name)?, value(&property))));
    moves.take(3).collect()
}

/// The nodes of the main line up to the first that moves, that one too: pegs may be set up in them.
fn setup_nodes(tree: &RawTree) -> Vec<usize> {
    let moves = |index: usize| {
        tree.node(index).properties.iter().any(|property| colour(&property.name).is_some())
    };
    let mut moved = false;
    let open = |&index: &usize| !std::mem::replace(&mut moved, moves(index));
    tree.main_line().take_while(open).collect()
}

/// The pegs that these nodes set up, in their order.
fn pegs(tree: &RawTree, head: &[usize]) -> Result<Vec<Placed>, Fault> {
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
    moves: &[(Side, String)],
    linking: Linking,
    assume: &Assume,
) -> Result<SwapRule, Fault> {
    if let Some((at, value)) = root.value("SWAP") {
        let named = value.trim().to_ascii_lowercase().parse();
        return named.map_err(|error| unread(at, error, value));
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
    match property.name.as_str() {
        "RU" => ["", "STD", "PP"].into_iter().any(is),
        name => KNOWN.contains(&name),
    }
}
