//! Random games.

pub(crate) mod texts;

use formats::{At, Colour, Ending, Game, Mark, Reason, Shape, Tree};
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use twixt::geometry::{Direction, Hole, Link, Side, Size};
use twixt::rules::{is_drawn, Linking, Move, Ply, Position, Rules, SwapRule, Turn};

pub(crate) type Random = Xoshiro256PlusPlus;

pub(crate) fn random(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// Features that a random game may have.
#[derive(Clone, Copy)]
pub(crate) struct Kind {
    /// The size of all games; otherwise it is random.
    pub(crate) size: Option<Size>,
    pub(crate) rectangles: bool,
    pub(crate) rules: Option<Rules>,
    pub(crate) links: bool,
    pub(crate) comments: bool,
    pub(crate) marks: bool,
    pub(crate) variations: bool,
    /// Event, date and place.
    pub(crate) headers: bool,
    /// The reasons that it can store among those that do not follow from the moves.
    pub(crate) reasons: &'static [Reason],
}

pub(crate) const EVERYTHING: Kind = Kind {
    size: None,
    rectangles: true,
    rules: None,
    links: true,
    comments: true,
    marks: true,
    variations: true,
    headers: true,
    reasons: &[Reason::Resign, Reason::Time, Reason::Agreement, Reason::Forfeit, Reason::Unknown],
};

/// Games as the arena's input holds them, without their ends and names.
pub(crate) const ARENA: Kind = Kind { size: Some(Size::ARENA), ..MOVES };

/// Moves alone, on square boards.
pub(crate) const MOVES: Kind = Kind {
    size: None,
    rectangles: false,
    rules: Some(Rules::ARENA),
    links: false,
    comments: false,
    marks: false,
    variations: false,
    headers: false,
    reasons: &[Reason::Unknown],
};

fn random_size(random: &mut Random, kind: Kind) -> Size {
    let columns = random.random_range(5..=24);
    let square = !kind.rectangles || random.random_bool(0.6);
    let rows = if square { columns } else { random.random_range(5..=24) };
    Size::rectangle(columns, rows).unwrap()
}

pub(crate) fn game(random: &mut Random, kind: Kind) -> Game {
    let size = kind.size.unwrap_or_else(|| random_size(random, kind));
    let rules = kind.rules.unwrap_or_else(|| Rules {
        linking: *[Linking::Pp, Linking::Standard].choose(random).unwrap(),
        swap: *[SwapRule::Mirror, SwapRule::Sides, SwapRule::None].choose(random).unwrap(),
    });
    let mut game = Game::new(size, rules);
    let plies = random.random_range(0..=50);
    let variations = if kind.variations { 3 } else { 0 };
    let start = (None, game.start());
    grow(random, kind, &mut game.plies, start, plies, variations);
    for player in &mut game.players {
        *player = random.random_bool(0.7).then(|| line(random));
    }
    if kind.headers {
        game.event = random.random_bool(0.5).then(|| line(random));
        game.date = random.random_bool(0.5).then(|| String::from("2001-02-03"));
        game.place = random.random_bool(0.5).then(|| line(random));
    }
    if kind.comments && random.random_bool(0.5) {
        game.comment = comment(random);
    }
    if kind.marks && random.random_bool(0.5) {
        marks(random, size).into_iter().for_each(|mark| game.marks.set(mark));
    }
    game.ending = ending(random, kind, &game.position().unwrap());
    game
}

fn ending(random: &mut Random, kind: Kind, position: &Position) -> Option<Ending> {
    if let Some(ending) = Ending::on_board(position) {
        return Some(ending);
    }
    let reason = random.random_bool(0.6).then(|| kind.reasons.choose(random)).flatten()?;
    Some(match reason {
        // SGF writes a draw without a reason, so the reader infers the reason from the board.
        Reason::Agreement if is_drawn(position) => return None,
        Reason::Agreement => Ending::drawn(Reason::Agreement),
        // Lists and LittleGolem files can only state a resignation by the side to move.
        Reason::Resign => Ending::won(!position.to_move(), Reason::Resign),
        &reason => Ending::won(*Side::ALL.choose(random).unwrap(), reason),
    })
}

/// Adds a line of up to `plies` plies after `at`, with variations nested up to `variations` deep.
fn grow(
    random: &mut Random,
    kind: Kind,
    tree: &mut Tree,
    (mut at, mut position): (At, Position),
    plies: usize,
    variations: usize,
) {
    // The line is added first, so that its plies are the first continuations.
    let mut places = Vec::new();
    for _ in 0..plies {
        if position.outcome().is_some() {
            break;
        }
        places.push((at, position.clone()));
        at = node(random, kind, tree, at, &mut position);
    }
    for (played, place) in places.into_iter().enumerate() {
        if variations > 0 && random.random_bool(0.08) {
            for _ in 0..random.random_range(1..=2) {
                let mut other = place.1.clone();
                let first = node(random, kind, tree, place.0, &mut other);
                let length = random.random_range(0..=6.min(plies - played));
                grow(random, kind, tree, (first, other), length, variations - 1);
            }
        }
    }
}

fn node(random: &mut Random, kind: Kind, tree: &mut Tree, at: At, position: &mut Position) -> At {
    let ply = ply(random, kind, position);
    position.play_ply(&ply).unwrap();
    let index = tree.add(at, ply);
    if kind.comments && random.random_bool(0.1) {
        tree.add_comment(index, &comment(random));
    }
    if kind.marks && random.random_bool(0.1) {
        marks(random, position.size()).into_iter().for_each(|mark| tree.set_mark(index, mark));
    }
    Some(index)
}

/// Returns a legal ply, usually a knight's move from one of the mover's pegs, which makes links and chains likely.
fn ply(random: &mut Random, kind: Kind, position: &Position) -> Ply {
    if position.may_swap() && random.random_bool(0.5) {
        return Ply::Swap;
    }
    let holes: Vec<Hole> = position.board().vacant(position.to_move()).collect();
    let own: Vec<Hole> = position.board().pegs(position.to_move()).collect();
    let near = own
        .choose(random)
        .and_then(|hole| hole.step(*Direction::ALL.choose(random).unwrap(), position.size()));
    let free = |hole: &Hole| position.check(Move::Peg(*hole)).is_ok();
    let near = near.filter(free).filter(|_| random.random_bool(0.8));
    let peg = near.unwrap_or_else(|| *holes.choose(random).unwrap());
    let mut turn = Turn::from(peg);
    if kind.links && position.board().own_links_block() {
        change_links(random, position, &mut turn);
    }
    Ply::Turn(turn)
}

fn change_links(random: &mut Random, position: &Position, turn: &mut Turn) {
    let side = position.to_move();
    let may = |turn: &Turn| position.clone().play_turn(turn).is_ok();
    let links: Vec<Link> = position.board().links(side).collect();
    if random.random_bool(0.15) {
        for _ in 0..random.random_range(1..=2) {
            let mut more = turn.clone();
            more.unlink.extend(links.choose(random).map(|link| <[Hole; 2]>::from(link.ends())));
            if may(&more) {
                *turn = more;
            }
        }
    }
    if random.random_bool(0.15) {
        turn.link = Some(Vec::new());
        let pegs: Vec<Hole> = position.board().pegs(side).chain([turn.peg]).collect();
        for _ in 0..6 {
            let from = *pegs.choose(random).unwrap();
            let to = from.step(*Direction::ALL.choose(random).unwrap(), position.size());
            let mut more = turn.clone();
            more.link.as_mut().unwrap().extend(to.map(|to| [from, to]));
            if may(&more) {
                *turn = more;
            }
        }
    }
}

fn marks(random: &mut Random, size: Size) -> Vec<Mark> {
    let holes: Vec<Hole> = size.holes().collect();
    let count = random.random_range(1..=6);
    let marks = (0..count).filter_map(|_| {
        let [from, to] = [0, 1].map(|_| *holes.choose(random).unwrap());
        let colour = *[Colour::Green, Colour::Red, Colour::Blue].choose(random).unwrap();
        let shapes = [Shape::Circle, Shape::Triangle, Shape::Square, Shape::Cross];
        match random.random_range(0..3) {
            0 => Mark::arrow(from, to, colour),
            1 => Mark::label(from, &line(random)),
            _ => Some(Mark::Shape { hole: from, shape: *shapes.choose(random).unwrap(), colour }),
        }
    });
    marks.collect()
}

/// Returns a trimmed single-line text.
pub(crate) fn line(random: &mut Random) -> String {
    let words =
        ["Ann", "van Berg", "x:y", "#1", "[a]", "\\", "é", "(b);", "\"q\"", "b=2", "|", "漢字"];
    let count = random.random_range(1..=3);
    (0..count).map(|_| *words.choose(random).unwrap()).collect::<Vec<_>>().join(" ")
}

fn comment(random: &mut Random) -> String {
    let count = random.random_range(1..=3);
    let lines = (0..count).map(|_| match random.random_range(0..8) {
        0 => String::from("twixt size=5 would start a game"),
        1 => String::from("| barred"),
        2 => String::from("  indented, then blanks  "),
        3 => String::from("opens: nobody, size=99"),
        _ => line(random),
    });
    lines.collect::<Vec<_>>().join("\n")
}
